import type { About } from "holdfast";

/** Why search by meaning is not available. */
export const NO_EMBEDDER = "no embedder is configured";

/** The name and dimensions of the embedder. */
export function embedderWords(memory: About["memory"]): string {
	const embedder = memory?.embedder;
	if (!embedder) return "none";
	const { name, dimensions } = embedder;
	return dimensions === undefined ? name : `${name}, ${dimensions.toLocaleString()} dimensions`;
}
