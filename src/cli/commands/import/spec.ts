import { command } from "../../command.ts";

export const importSpec = command({
	name: "import",
	about: "import sessions and facts from Holdfast, OpenAI, Anthropic, the AI SDK, mem0, LangGraph or Mastra",
	details:
		"Detects the format from the content. Stores each session completely or not at all. Facts that exist already are confirmed. To continue after an interruption, run the command again with --on-conflict skip.",
	args: { file: { about: "file to read, or `-` for the standard input" } },
	options: {
		format: {
			value: ["holdfast", "openai", "openai-responses", "anthropic", "ai-sdk", "mem0", "langgraph", "mastra"],
			placeholder: "format",
			about: "format of the file; default: detected",
		},
		// Not from the environment: it would assign every session to that agent.
		agent: {
			value: "text",
			placeholder: "id",
			about: "import into this agent, instead of the agents in the file",
		},
		user: {
			value: "text",
			placeholder: "id",
			about: 'import for this user, instead of the users in the file; "" for no user',
		},
		session: {
			value: "text",
			placeholder: "id",
			about: "import into this session; required for a list of messages",
		},
		onConflict: {
			value: ["fail", "skip", "replace"],
			placeholder: "policy",
			about: "what to do if a session exists",
			default: "fail",
		},
	},
	creates: true,
	examples: [
		{ type: "holdfast import support.jsonl", to: "import a file that `holdfast export` wrote" },
		{
			type: "holdfast import memories.json --agent support",
			to: "import mem0 memories as facts of their users",
		},
		{
			type: "holdfast import chat.json --agent support --session s-1",
			to: "import messages of OpenAI, Anthropic or the AI SDK as a session",
		},
		{
			type: "holdfast import chats.jsonl --agent support",
			to: "import a file with one chat per line; each line becomes a session",
		},
		{
			type: "holdfast import threads.json --on-conflict skip",
			to: "import only the LangGraph threads that do not exist yet",
		},
	],
});
