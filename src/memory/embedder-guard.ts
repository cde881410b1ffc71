import { HoldfastError } from "../error/index.ts";
import type { Embedder } from "../model/index.ts";
import type { Platform } from "../session/index.ts";
import type { EmbedderRecord } from "../store/ports/index.ts";

const differs = (stored: EmbedderRecord, embedder: Embedder): boolean =>
	stored.name !== embedder.name || (embedder.dimensions > 0 && stored.dimensions !== embedder.dimensions);

/** Vectors of two embedders cannot be compared: mixed, every search would be wrong in silence. */
function embedderChanged(stored: EmbedderRecord, embedder: Embedder): HoldfastError {
	const shown = (name: string, dimensions: number): string => `${name} (${dimensions || "?"} dimensions)`;
	return new HoldfastError(
		"conflict",
		`the memory was made with the embedder ${shown(stored.name, stored.dimensions)}, and is now opened with ${shown(embedder.name, embedder.dimensions)}: open it with the one it was made with, or call hf.reembed() once to make all vectors anew`,
		{ precondition: "embedder", expected: stored.name, actual: embedder.name },
	);
}

/**
 * The embedder, once it is sure that what is stored is its own; the first one to come is remembered. What is stored is
 * looked at each time: another process may make everything anew with another embedder.
 */
export async function ownEmbedder({ store, tenant }: Platform, embedder: Embedder): Promise<Embedder> {
	for (;;) {
		const stored = await store.index.embedder(tenant);
		if (stored) {
			if (differs(stored, embedder)) throw embedderChanged(stored, embedder);
			return embedder;
		}
		const record = await recordOf(embedder);
		if (await store.index.setEmbedder(tenant, record, undefined, false)) return embedder;
	}
}

/** An outside model says how long its vectors are when it is asked for one. */
export async function recordOf(embedder: Embedder): Promise<EmbedderRecord> {
	if (embedder.dimensions === 0) await embedder.embed(["dimensions"]);
	return { name: embedder.name, dimensions: embedder.dimensions };
}
