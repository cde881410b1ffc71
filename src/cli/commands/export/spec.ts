import { command } from "../../command.ts";

export const exportSpec = command({
	name: "export",
	about: "write sessions, or all data of the tenant, as JSON Lines",
	details:
		"Each session is one header line, followed by one line per event. With --all, the export also contains users, shared state, facts with their history, and the memory settings of agents. It never contains keys, tokens, secrets, runs or jobs. `holdfast import` reads the file, here or on another server.",
	args: {
		sessions: {
			about: "session ids; default: all sessions of --agent or --user",
			optional: true,
			many: true,
		},
	},
	options: {
		// Not from the environment: it would silently reduce the export to one agent.
		agent: { value: "text", placeholder: "id", about: "export the sessions of this agent" },
		user: {
			value: "text",
			placeholder: "id",
			about: 'export the sessions of this user; "" for sessions without a user',
		},
		all: { value: "flag", about: "export all data of the tenant: sessions, users, state, facts, settings" },
		output: {
			value: "text",
			short: "o",
			placeholder: "file",
			about: "file to write; `-` for the standard output",
			default: "-",
		},
		force: { value: "flag", about: "overwrite the file if it exists" },
	},
	examples: [
		{
			type: "holdfast export --agent support -o support.jsonl",
			to: "export all sessions of an agent to a file",
		},
		{
			type: "holdfast export s-1 s-2 --agent support | gzip > two.jsonl.gz",
			to: "export two sessions, compressed",
		},
		{
			type: "holdfast export --all | holdfast import - --url https://holdfast.example.com",
			to: "copy all data of the tenant to a server",
		},
	],
});
