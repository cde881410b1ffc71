import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { packageFile, packageVersion } from "../../../config/package-files.ts";
import { OLDEST_NODE } from "../../../error/require-node.ts";
import { howToDepend } from "./how-to-depend.ts";

/** A file of a new project. */
export interface ProjectFile {
	/** Relative to the folder, with slashes. */
	readonly path: string;
	readonly text: string;
}

/** In the order in which a reader would open them. npm does not pack a file with the name .gitignore. */
const TEMPLATES: readonly (readonly [path: string, template: string])[] = [
	["agents/assistant.yaml", "agents/assistant.yaml"],
	["holdfast.yaml", "holdfast.yaml"],
	["test/assistant.test.mjs", "test/assistant.test.mjs"],
	["README.md", "README.md"],
	[".gitignore", "gitignore"],
];

export function projectFiles(folder: string): ProjectFile[] {
	const files = TEMPLATES.map(([path, template]) => ({
		path,
		text: readFileSync(packageFile("templates", "project", ...template.split("/")), "utf8"),
	}));
	return [...files, { path: "package.json", text: manifestOf(folder) }];
}

function manifestOf(folder: string): string {
	const manifest = {
		name: packageName(folder),
		version: "0.1.0",
		private: true,
		type: "module",
		engines: { node: `>=${OLDEST_NODE}` },
		scripts: { dev: "holdfast dev", test: "node --test" },
		dependencies: { holdfast: howToDepend(folder, packageFile(), packageVersion()) },
	};
	return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** The name of the folder, as a valid package name. A package cannot depend on a package with its own name. */
function packageName(folder: string): string {
	const name = basename(folder)
		.toLowerCase()
		.replaceAll(/[^a-z0-9-]+/g, "-")
		.replaceAll(/^-+|-+$/g, "")
		.slice(0, 100);
	return name === "" || name === "holdfast" || name === "node-modules" ? "my-agent" : name;
}
