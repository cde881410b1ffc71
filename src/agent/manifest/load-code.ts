import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { HoldfastError } from "../../error/index.ts";
import { isToolOrToolset } from "../define-agent.ts";
import type { Tool, Toolset } from "../tool.ts";
import { stampOf } from "./file-stamp.ts";

/** A module with tools of an agent. */
export interface CodeModule {
	/** The absolute path. */
	readonly path: string;
	/** The version of the file when it was found; empty if it does not exist. */
	readonly stamp: string;
	/** The folder that must contain it. */
	readonly home: string;
}

const isInside = (folder: string, path: string): boolean => {
	const way = relative(folder, path);
	return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const refuse = (message: string): HoldfastError => new HoldfastError("invalid", message);
const outside = (home: string): HoldfastError => refuse(`is outside of ${home}; move the module there`);

/**
 * The module that a manifest names. It must be inside the parent of the agents folder: a manifest may come
 * from another source than the code.
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
 * The tools and toolsets that a module exports, as values or in lists.
 *
 * @param fresh Load exactly this version. Node caches modules by URL forever.
 */
export async function loadCode(
	{ path, stamp, home }: CodeModule,
	fresh: boolean,
): Promise<(Tool | Toolset)[]> {
	if (stamp === "") throw refuse(`the file ${path} does not exist`);
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
		const old = isUnknownExtension(cause)
			? "; use Node 22.18 or newer, or write the module in JavaScript"
			: "";
		throw new HoldfastError("invalid", `could not be loaded: ${why}${old}`, {}, { cause });
	}
}

const isUnknownExtension = (error: unknown): boolean =>
	error instanceof Error && "code" in error && error.code === "ERR_UNKNOWN_FILE_EXTENSION";
