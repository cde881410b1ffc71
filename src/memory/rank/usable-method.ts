import type { Vectors } from "../index/vectors.ts";
import type { Query } from "./query.ts";
import type { RankMethod } from "./weights.ts";

/**
 * How a search can really be done: by words alone where the query or what is searched has no vector, by meaning alone where
 * the query has no word that tells anything.
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
