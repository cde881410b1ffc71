import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { HoldfastError } from "../../error/index.ts";

/** The path of a file of the built-in embedder. */
export function embedderFile(name: string): string {
	const folder = import.meta.dirname;
	const resolve = createRequire(import.meta.url).resolve;
	const places = [
		// Through the package's "imports": the same from the sources and from the build.
		() => resolve(`#embedder/${name}`),
		// A bundle is outside of the package.
		() => join(folder, "embedder", name),
		() => join(dirname(resolve("holdfast/package.json")), "data/embedder", name),
	];
	const path = places.map(pathOrNone).find((found) => found !== undefined && existsSync(found));
	if (path !== undefined) return path;
	throw new HoldfastError(
		"unavailable",
		`${name} is missing. A bundle needs a copy of node_modules/holdfast/data/embedder as ${join(folder, "embedder")}`,
		{},
		{ retryable: false },
	);
}

function pathOrNone(find: () => string): string | undefined {
	try {
		return find();
	} catch {
		return undefined;
	}
}
