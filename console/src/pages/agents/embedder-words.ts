import type { About } from "holdfast";

/** Why nothing is searched by meaning. */
export const NO_EMBEDDER = "there is no embedder, so all search is by words";

/** What makes vectors here, in words. */
export function embedderWords(memory: About["memory"]): string {
	const embedder = memory?.embedder;
	if (!embedder) return "none";
	const { name, dimensions } = embedder;
	return dimensions === undefined ? name : `${name}, ${dimensions.toLocaleString()} dimensions`;
}
