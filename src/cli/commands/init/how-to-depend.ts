import { readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

/**
 * The dependency on Holdfast of a new project: the same version, from the same place. A version that was installed from
 * a folder or a file may not be in the registry.
 */
export function howToDepend(folder: string, home: string, version: string): string {
	if (basename(dirname(home)) !== "node_modules") return fileSpec(folder, home);
	const parent = dirname(dirname(home));
	const said = wanted(join(parent, "package.json"));
	if (said?.startsWith("file:")) return fileSpec(folder, resolve(parent, said.slice("file:".length)));
	return `^${version}`;
}

/** The version that a project depends on; undefined if it depends on none. */
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
