import { command } from "../../command.ts";

export const init = command({
	name: "init",
	about: "make a new project",
	details:
		"Writes an agent, a configuration, a first test and what is around them. Files that are there already are kept.",
	args: { folder: { about: "where; it is made if it is not there. Default: this folder", optional: true } },
	options: {
		force: { value: "flag", about: "overwrite files that are there already" },
	},
	examples: [
		{ type: "holdfast init my-agent", to: "make a project in the folder my-agent" },
		{ type: "holdfast init", to: "make one here; files that are there are kept" },
	],
	store: false,
	asks: true,
});
