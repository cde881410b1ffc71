import { command } from "../../command.ts";

export const doctor = command({
	name: "doctor",
	about: "check store, schema, search, embedder, agents, models, jobs, clock and disk",
	details:
		"Every finding is OK (✓), a warning (!) or a problem (✗), and says what to do. A model is a problem if its provider is unknown, its package is not installed or its key is not set. A database is a problem if its file is damaged or cannot be created. No request is sent to a provider. The exit code is 1 if there is a problem.",
	examples: [
		{ type: "holdfast doctor", to: "check the store of this folder, or the server you are logged in to" },
		{ type: "holdfast doctor --store postgres://localhost/agents", to: "check a database" },
		{ type: "holdfast doctor --json", to: "print the findings as JSON, for monitoring" },
	],
});
