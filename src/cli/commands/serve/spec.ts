import { command } from "../../command.ts";
import { serving } from "../../options.ts";

export const serve = command({
	name: "serve",
	about: "start a server for production",
	details:
		"Needs a holdfast.yaml, or --store. Says on the standard error where it listens, and nothing else unless it is asked to. Manifests are read once. It refuses to start while the default model or the model of an agent cannot answer: an unknown provider, a package that is not installed, or a key that is not set. SIGTERM and Ctrl-C let requests and runs come to their end, for ten seconds. Other machines can call it with --host 0.0.0.0 and an admin key of at least 16 characters: server.adminKey of holdfast.yaml, or HOLDFAST_ADMIN_KEY.",
	args: { folder: { about: "the project; default: this folder", optional: true } },
	options: {
		port: {
			value: "count",
			placeholder: "port",
			about: "where to listen; default: that of holdfast.yaml, else 4747",
			env: "HOLDFAST_PORT",
		},
		host: {
			value: "text",
			placeholder: "address",
			about: "where to listen; default: that of holdfast.yaml, else this machine only",
			env: "HOLDFAST_HOST",
		},
		...serving,
		allowMissingModel: {
			value: "flag",
			about: "start even if a model cannot answer, and only warn about it",
		},
		log: { value: "flag", about: "print a line of JSON for each request, without contents" },
	},
	examples: [
		{ type: "holdfast serve", to: "serve the project of this folder" },
		{ type: "holdfast serve --host 0.0.0.0 --log", to: "serve it to other machines, and log requests" },
		{ type: "holdfast serve --store postgres://db.example.com/holdfast", to: "serve another database" },
	],
	store: false,
	lines: true,
	drains: true,
});
