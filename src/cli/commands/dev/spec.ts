import { command } from "../../command.ts";
import { serving } from "../../options.ts";

export const dev = command({
	name: "dev",
	about: "start a development server and chat with an agent",
	details:
		"Serves the agents of the folder on this machine and reloads them when they change. In a terminal, it also opens a chat in a new session; the agent recalls earlier sessions. If the folder has neither holdfast.yaml nor agents/, it uses example agents. Data is stored in .holdfast/, or in the database set in holdfast.yaml.",
	args: { folder: { about: "project folder; default: this folder", optional: true } },
	options: {
		port: {
			value: "count",
			placeholder: "port",
			about: "port to listen on; default: `server.port` in holdfast.yaml, or the first free port from 4747",
			env: "HOLDFAST_PORT",
		},
		agent: {
			value: "text",
			placeholder: "id",
			about: "agent to chat with; default: the first",
			env: "HOLDFAST_AGENT",
		},
		continue: { value: "flag", short: "c", about: "continue the newest open session; default: a new one" },
		...serving,
		noChat: { value: "flag", about: "start the server without a chat" },
	},
	examples: [
		{ type: "holdfast dev", to: "start the server for this folder and chat with its first agent" },
		{ type: "holdfast dev --agent support", to: "chat with another agent" },
		{ type: "holdfast dev -c", to: "continue the last conversation" },
		{
			type: "holdfast dev ./shop --port 8080 --no-chat",
			to: "start the server for another folder, without a chat",
		},
	],
	store: false,
	lines: true,
	drains: true,
});
