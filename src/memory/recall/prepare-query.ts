import { type Embedder, loadBuiltinEmbedder } from "../../model/index.ts";
import { type Query, type RankMethod, readQuery } from "../rank/index.ts";
import { isOutage } from "./is-outage.ts";
import { isStatic } from "./make-entries.ts";

/** A query made ready, and how it can be searched. */
export interface PreparedQuery {
	query: Query;
	method: RankMethod;
	/** The embedder whose vectors it is compared with; undefined: by words alone. */
	embedder: Embedder | undefined;
}

/**
 * Makes a query ready. An embedder that cannot be reached does not stop a search: it goes by words then, and the result's
 * method says so.
 */
export async function prepareQuery(
	text: string,
	embedder: Embedder | undefined,
	signal?: AbortSignal,
): Promise<PreparedQuery> {
	// "Yesterday" is a date of the query, too.
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
