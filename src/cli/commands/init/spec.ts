import { command } from "../../command.ts";

export const init = command({
	name: "init",
	about: "create a new project",
	details:
		"Writes an agent, a configuration, a first test, a README.md, a package.json and a .gitignore. Existing files are kept.",
	args: { folder: { about: "project folder; created if needed; default: this folder", optional: true } },
	options: {
		force: { value: "flag", about: "overwrite existing files" },
	},
	examples: [
		{ type: "holdfast init my-agent", to: "create a project in the folder my-agent" },
		{ type: "holdfast init", to: "create a project in this folder" },
	],
	store: false,
	asks: true,
});
