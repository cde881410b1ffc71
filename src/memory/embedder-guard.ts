import { HoldfastError } from "../error/index.ts";
import type { Embedder } from "../model/index.ts";
import type { Platform } from "../session/index.ts";
import type { EmbedderRecord } from "../store/ports/index.ts";

const differs = (stored: EmbedderRecord, embedder: Embedder): boolean =>
	stored.name !== embedder.name || (embedder.dimensions > 0 && stored.dimensions !== embedder.dimensions);

/** Vectors of two embedders cannot be compared. A search over both would return wrong results without an error. */
function embedderChanged(stored: EmbedderRecord, embedder: Embedder): HoldfastError {
	const shown = (name: string, dimensions: number): string => `${name} (${dimensions || "?"} dimensions)`;
	return new HoldfastError(
		"conflict",
		`the stored vectors were created by the embedder ${shown(stored.name, stored.dimensions)}, but the memory was opened with ${shown(embedder.name, embedder.dimensions)}; configure the embedder that created them, or call hf.reembed() once to re-embed everything`,
		{ precondition: "embedder", expected: stored.name, actual: embedder.name },
	);
}

/**
 * Returns the embedder if the stored vectors are its own, and throws `conflict` if they are not. The first embedder
 * of a tenant is recorded. The record is read at every call, because another process may re-embed with another
 * embedder.
 */
export async function ownEmbedder({ store, tenant }: Platform, embedder: Embedder): Promise<Embedder> {
	for (;;) {
		const stored = await store.index.embedder(tenant);
		if (stored) {
			if (differs(stored, embedder)) throw embedderChanged(stored, embedder);
			return embedder;
		}
		const record = await recordOf(embedder);
		if (await store.index.setEmbedder({ tenant, embedder: record, expected: undefined, clear: false }))
			return embedder;
	}
}

/** The name and the dimensions of an embedder. A remote model reports its dimensions with the first vector. */
export async function recordOf(embedder: Embedder): Promise<EmbedderRecord> {
	if (embedder.dimensions === 0) await embedder.embed(["dimensions"]);
	return { name: embedder.name, dimensions: embedder.dimensions };
}
