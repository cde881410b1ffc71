import { readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

/**
 * What a new project depends on: the Holdfast that makes it, got in the same way. One that came as a folder or a file is
 * not in the registry, or is another one there.
 */
export function howToDepend(folder: string, home: string, version: string): string {
	if (basename(dirname(home)) !== "node_modules") return fileSpec(folder, home);
	const parent = dirname(dirname(home));
	const said = wanted(join(parent, "package.json"));
	if (said?.startsWith("file:")) return fileSpec(folder, resolve(parent, said.slice("file:".length)));
	return `^${version}`;
}

/** What a project asks for; undefined where it does not say. */
export function wanted(manifestFile: string): string | undefined {
	try {
		const { dependencies, devDependencies } = JSON.parse(readFileSync(manifestFile, "utf8"));
		const said: unknown = dependencies?.holdfast ?? devDependencies?.holdfast;
		return typeof said === "string" ? said : undefined;
	} catch {
		return undefined;
	}
}

const fileSpec = (folder: string, path: string): string =>
	`file:${relative(folder, path).replaceAll("\\", "/")}`;
