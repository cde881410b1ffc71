import { command } from "../../command.ts";
import { serving } from "../../options.ts";

export const dev = command({
	name: "dev",
	about: "start a server for development, and talk to an agent",
	details:
		"Serves the agents of the folder on this machine, with reload on change, and opens a chat where there is a terminal. A folder with neither holdfast.yaml nor agents/ gets example agents. Data is kept in .holdfast/, or where holdfast.yaml says.",
	args: { folder: { about: "the project; default: this folder", optional: true } },
	options: {
		port: {
			value: "count",
			placeholder: "port",
			about: "where to listen; default: that of holdfast.yaml, else 4747 or the next that is free",
			env: "HOLDFAST_PORT",
		},
		agent: {
			value: "text",
			placeholder: "id",
			about: "whom to talk to; default: the first",
			env: "HOLDFAST_AGENT",
		},
		...serving,
		noChat: { value: "flag", about: "the server only" },
	},
	examples: [
		{ type: "holdfast dev", to: "start the server of this folder, and talk to its first agent" },
		{ type: "holdfast dev --agent support", to: "talk to another one" },
		{ type: "holdfast dev ./shop --port 8080 --no-chat", to: "start the server of another folder, alone" },
	],
	store: false,
	lines: true,
	drains: true,
});
