import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this package. The sources and the build are at different depths in it. */
function findPackage(): string {
	let folder = dirname(fileURLToPath(import.meta.url));
	while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) folder = dirname(folder);
	return folder;
}

let found: string | undefined;

/** The path of a file in this package. */
export function packageFile(...path: readonly string[]): string {
	found ??= findPackage();
	return join(found, ...path);
}

/** The version of this package. */
export const packageVersion = (): string =>
	(JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as { version: string }).version;
