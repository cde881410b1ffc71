import { command } from "../../command.ts";

export const doctor = command({
	name: "doctor",
	about:
		"see whether everything is in order: store, schema, search, embedder, agents, models, jobs, clock, disk",
	details:
		"Every finding is in order (✓), a warning (!) or does not work (✗), and says what to do. A model does not work if its provider is not known, its package is not installed or its key is not set; a database, if its file is damaged or could not be created. No request is sent to a provider. The exit code is 1 if something does not work.",
	examples: [
		{ type: "holdfast doctor", to: "look at the store of this folder, or at the server one is logged in to" },
		{ type: "holdfast doctor --store postgres://localhost/agents", to: "look at a database" },
		{ type: "holdfast doctor --json", to: "the same for a program that watches" },
	],
});
