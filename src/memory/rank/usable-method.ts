import type { Vectors } from "../index/vectors.ts";
import type { Query } from "./query.ts";
import type { RankMethod } from "./weights.ts";

/**
 * The method that a search can use: `keyword` if the query or the views have no vectors that can be
 * compared, `vector` if the query has no terms, otherwise the one that was asked for.
 */
export function usableMethod(
	asked: RankMethod,
	{ terms, vector }: Query,
	views: readonly { readonly vectors: Vectors }[],
): RankMethod {
	if (asked === "keyword" || vector === undefined) return "keyword";
	if (!views.some(({ vectors }) => vectors.dimensions === vector.length)) return "keyword";
	return terms.length === 0 ? "vector" : asked;
}
