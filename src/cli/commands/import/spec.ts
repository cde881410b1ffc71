import { command } from "../../command.ts";

export const importSpec = command({
	name: "import",
	about: "take in sessions and facts: of Holdfast, OpenAI, Anthropic, the AI SDK, mem0, LangGraph or Mastra",
	details:
		"The format is recognised from the content. Each session is stored whole or not at all; facts that are known are confirmed. To go on after an interruption, give --on-conflict skip.",
	args: { file: { about: "a file, or `-` for standard input" } },
	options: {
		format: {
			value: ["holdfast", "openai", "openai-responses", "anthropic", "ai-sdk", "mem0", "langgraph", "mastra"],
			placeholder: "format",
			about: "the format, where it is not recognised",
		},
		// Not from the environment: it would move every session to that agent.
		agent: {
			value: "text",
			placeholder: "id",
			about: "the agent it all goes to, instead of what the file says",
		},
		user: {
			value: "text",
			placeholder: "id",
			about: 'the user it all goes to, instead of what the file says; "" is nobody',
		},
		session: { value: "text", placeholder: "id", about: "the session it goes to; needed for bare messages" },
		onConflict: {
			value: ["fail", "skip", "replace"],
			placeholder: "policy",
			about: "what to do with a session that exists",
			default: "fail",
		},
	},
	creates: true,
	examples: [
		{ type: "holdfast import support.jsonl", to: "take in what `holdfast export` wrote" },
		{
			type: "holdfast import memories.json --agent support",
			to: "take in memories of mem0 as facts of their users",
		},
		{
			type: "holdfast import chat.json --agent support --session s-1",
			to: "make a session of messages of OpenAI, Anthropic or the AI SDK",
		},
		{
			type: "holdfast import chats.jsonl --agent support",
			to: "make a session of each line that holds the messages of a chat",
		},
		{
			type: "holdfast import threads.json --on-conflict skip",
			to: "take in threads of LangGraph that are not there yet",
		},
	],
});
