import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { HoldfastError } from "../../error/index.ts";
import { isToolOrToolset } from "../define-agent.ts";
import type { Tool, Toolset } from "../tool.ts";
import { stampOf } from "./file-stamp.ts";

/** A module that an agent's tools come from. */
export interface CodeModule {
	/** Where it is said to be. */
	readonly path: string;
	/** Which version of it was there; empty when there was none. */
	readonly stamp: string;
	/** The folder it must lie in. */
	readonly home: string;
}

const isInside = (folder: string, path: string): boolean => {
	const way = relative(folder, path);
	return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const refuse = (message: string): HoldfastError => new HoldfastError("invalid", message);
const outside = (home: string): HoldfastError => refuse(`leads out of ${home}; put the module there`);

/**
 * The module a manifest names. It must lie in the folder that holds the agents folder: a manifest may come from
 * somewhere else than the code around it.
 */
export function findCode(path: string, manifest: string): CodeModule {
	if (isAbsolute(path)) throw refuse("must be a path relative to this file, e.g. ./tools.ts");
	const folder = resolve(dirname(manifest));
	const home = dirname(folder);
	const target = resolve(folder, path);
	if (!isInside(home, target)) throw outside(home);
	return { path: target, stamp: stampOf(target) ?? "", home };
}

/**
 * The tools and toolsets that a module exports, alone or in lists.
 *
 * @param fresh Ask for this very version. Node keeps a module for good, by its address.
 */
export async function loadCode(
	{ path, stamp, home }: CodeModule,
	fresh: boolean,
): Promise<(Tool | Toolset)[]> {
	if (stamp === "") throw refuse(`there is no file ${path}`);
	const real = realpathSync(path);
	if (!isInside(realpathSync(home), real)) throw outside(home);
	const url = pathToFileURL(real);
	if (fresh) url.searchParams.set("v", stamp);
	const exported = await importModule(url.href);
	const values = Object.values(exported).flatMap((value): unknown[] =>
		Array.isArray(value) ? value : [value],
	);
	const found = [...new Set(values.filter(isToolOrToolset))];
	if (found.length > 0) return found;
	throw refuse("exports no tool; write export const x = tool({ … })");
}

async function importModule(url: string): Promise<Record<string, unknown>> {
	try {
		return await import(/* @vite-ignore */ url);
	} catch (cause) {
		const why = cause instanceof Error ? cause.message : String(cause);
		const old = isUnknownExtension(cause) ? "; use Node 22.18 or newer, or write it in JavaScript" : "";
		throw new HoldfastError("invalid", `could not be loaded: ${why}${old}`, {}, { cause });
	}
}

const isUnknownExtension = (error: unknown): boolean =>
	error instanceof Error && "code" in error && error.code === "ERR_UNKNOWN_FILE_EXTENSION";
