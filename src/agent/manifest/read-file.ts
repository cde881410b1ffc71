import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HoldfastError } from "../../error/index.ts";
import { stampOf } from "./file-stamp.ts";
import { type LoadedManifest, type LoadOptions, loadManifest } from "./load-manifest.ts";
import { fileIssue } from "./manifest-error.ts";
import { START } from "./read-yaml.ts";

/** A manifest file that has not been read yet. */
export interface ManifestFile {
	/** The path as messages show it. */
	readonly file: string;
	readonly stamp: string;
}

/** Skips files that begin with a dot, which some editors create. */
const MANIFEST = /^[^.].*\.ya?ml$/i;

/** The manifests directly in a folder, sorted by name. */
export function listManifests(folder: string): ManifestFile[] {
	let names: string[];
	try {
		names = readdirSync(folder);
	} catch (cause) {
		const example = join(folder, "support.yaml");
		const message = `agents: the folder ${folder} ${whyNot(cause)}; create it and add a manifest, e.g. ${example}`;
		throw new HoldfastError("not_found", message, { folder }, { cause });
	}
	return names
		.filter((name) => MANIFEST.test(name))
		.sort()
		.flatMap((name) => {
			const file = join(folder, name);
			const stamp = stampOf(file);
			return stamp === undefined ? [] : [{ file, stamp }];
		});
}

function whyNot(error: unknown): string {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	if (code === "ENOENT") return "does not exist";
	return code === "ENOTDIR" ? "is not a folder" : `cannot be read (${String(code)})`;
}

/** Reads one file. All problems, including invalid UTF-8, are in the issues. */
export async function readFile(file: string, options: LoadOptions = {}): Promise<LoadedManifest> {
	let text: string;
	try {
		text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
	} catch (error) {
		const message = error instanceof TypeError ? "is not UTF-8 text" : `cannot be read: ${String(error)}`;
		return {
			id: undefined,
			idAt: START,
			issues: [fileIssue(file, message)],
			definition: undefined,
			modules: [],
		};
	}
	return loadManifest(text, file, options);
}
