import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { causesOf, messageOf, readField } from "./read-error.ts";

/** Imports a package by name. */
export type Importer = (name: string) => Promise<unknown>;

/**
 * Imports a package from where Holdfast is installed, or else from the current folder: a globally installed
 * or linked Holdfast finds the packages of the project, too.
 */
export async function importPackage(name: string, folder = process.cwd()): Promise<unknown> {
	try {
		return await import(name);
	} catch (error) {
		if (!isMissing(error, name)) throw error;
		const path = findFrom(folder, name);
		if (path === undefined) throw error;
		return await import(pathToFileURL(path).href);
	}
}

function findFrom(folder: string, name: string): string | undefined {
	try {
		return createRequire(join(folder, "package.json")).resolve(name);
	} catch {
		return undefined;
	}
}

/** True if the package itself is missing, not one of its dependencies. */
export function isMissing(error: unknown, name: string): boolean {
	return causesOf(error).some((cause) => {
		const code = readField(cause, "code");
		const notFound = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
		const asked = /(?:package|module) ['"]([^'"]+)['"]/i.exec(messageOf(cause))?.[1];
		return notFound && asked === name;
	});
}
