import { type Embedder, loadBuiltinEmbedder } from "../../model/index.ts";
import { type Query, type RankMethod, readQuery } from "../rank/index.ts";
import { isOutage } from "./is-outage.ts";
import { isStatic } from "./make-entries.ts";

/** A prepared query, and the method to search with. */
export interface PreparedQuery {
	query: Query;
	method: RankMethod;
	/** The embedder whose vectors the query is compared with. Undefined: words only. */
	embedder: Embedder | undefined;
}

/**
 * Prepares a query. If the embedder is unreachable, the search uses words only, and the result's `method` is
 * `keyword`.
 */
export async function prepareQuery(
	text: string,
	embedder: Embedder | undefined,
	signal?: AbortSignal,
): Promise<PreparedQuery> {
	// Needed for relative dates in the query, such as "yesterday".
	const now = Date.now();
	if (!embedder) return { query: readQuery(text, { now }), method: "keyword", embedder };
	if (isStatic(embedder)) return prepared(readQuery(text, { embedder, now }), embedder);
	try {
		const [[vector], builtin] = await Promise.all([
			embedder.embed([text], signal && { signal }),
			loadBuiltinEmbedder(),
		]);
		return prepared(readQuery(text, { now, embedder: builtin, ...(vector && { vector }) }), embedder);
	} catch (error) {
		if (signal?.aborted || !isOutage(error)) throw error;
		return {
			query: readQuery(text, { now, embedder: await loadBuiltinEmbedder() }),
			method: "keyword",
			embedder: undefined,
		};
	}
}

function prepared(query: Query, embedder: Embedder): PreparedQuery {
	const method = !query.vector ? "keyword" : query.terms.length === 0 ? "vector" : "hybrid";
	return { query, method, embedder };
}
