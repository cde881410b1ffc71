import { command } from "../../command.ts";
import { serving } from "../../options.ts";

export const serve = command({
	name: "serve",
	about: "start a production server",
	details:
		"Needs a holdfast.yaml or --store. Prints its URL and the retention on the standard error; --log adds a line per request. Reads manifests once, at the start. Does not start if the default model or the model of an agent cannot answer: the provider is unknown, its package is not installed, or its key is not set. After SIGTERM or Ctrl-C, requests and runs have ten seconds to finish. To accept calls from other machines, use --host 0.0.0.0 and set an admin key of at least 16 characters: server.adminKey in holdfast.yaml, or HOLDFAST_ADMIN_KEY.",
	args: { folder: { about: "project folder; default: this folder", optional: true } },
	options: {
		port: {
			value: "count",
			placeholder: "port",
			about: "port to listen on; default: `server.port` in holdfast.yaml, or 4747",
			env: "HOLDFAST_PORT",
		},
		host: {
			value: "text",
			placeholder: "address",
			about: "address to listen on; default: `server.host` in holdfast.yaml, or 127.0.0.1",
			env: "HOLDFAST_HOST",
		},
		...serving,
		allowMissingModel: {
			value: "flag",
			about: "only warn if a model cannot answer",
		},
		log: { value: "flag", about: "print a line of JSON for each request, without its content" },
	},
	examples: [
		{ type: "holdfast serve", to: "serve the project of this folder" },
		{ type: "holdfast serve --host 0.0.0.0 --log", to: "accept calls from other machines and log requests" },
		{ type: "holdfast serve --store postgres://db.example.com/holdfast", to: "use another database" },
	],
	store: false,
	lines: true,
	drains: true,
});
