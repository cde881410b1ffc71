import { command } from "../../command.ts";

export const exportSpec = command({
	name: "export",
	about: "write sessions, or everything of the tenant, as JSON Lines",
	details:
		"Each session is a line that says what it is, and a line for each of its events. With --all the users, the shared state, the facts with their history and the settings of agents' memories come too. Keys, tokens, secrets, runs and jobs are never in it. `holdfast import` reads it again, here or elsewhere.",
	args: {
		sessions: { about: "ids of sessions; without, all of --agent or --user", optional: true, many: true },
	},
	options: {
		// Not from the environment: a copy of everything that silently holds one agent is none.
		agent: { value: "text", placeholder: "id", about: "sessions of this agent" },
		user: { value: "text", placeholder: "id", about: 'sessions of this user; "" is those without user' },
		all: { value: "flag", about: "everything of the tenant: sessions, users, state, facts, settings" },
		output: {
			value: "text",
			short: "o",
			placeholder: "file",
			about: "write to a file; `-` is standard output",
			default: "-",
		},
		force: { value: "flag", about: "replace the file if it exists" },
	},
	examples: [
		{
			type: "holdfast export --agent support -o support.jsonl",
			to: "write all sessions of an agent to a file",
		},
		{
			type: "holdfast export s-1 s-2 --agent support | gzip > two.jsonl.gz",
			to: "write two sessions, compressed",
		},
		{
			type: "holdfast export --all | holdfast import - --url https://holdfast.example.com",
			to: "copy everything of the tenant to a server",
		},
	],
});
