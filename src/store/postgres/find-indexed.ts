import type { FactOwner, IndexedFact, WholeSpace } from "../ports/index.ts";
import { type Sql, tuples } from "../sql/call.ts";
import { INDEXED, type IndexColumns, indexedFacts, toIndexed } from "../sql/find-facts.ts";
import { numberList } from "./search-index/array-literal.ts";

/**
 * Facts of an owner by their numbers, in one round trip. Each is read by its key, whatever the planner
 * estimates for a table without statistics (OFFSET 0 prevents it from reordering).
 */
export function* findIndexed(owner: FactOwner | WholeSpace, nos: readonly number[]): Sql<IndexedFact[]> {
	if ("everybody" in owner || owner.uid !== undefined) return yield* indexedFacts(owner, nos);
	const found = yield* tuples<IndexColumns>(
		`SELECT ${INDEXED} FROM unnest(CAST(? AS BIGINT[])) AS n (no)
		CROSS JOIN LATERAL (SELECT * FROM {facts} x WHERE {mine:x} AND x.no = n.no OFFSET 0) f WHERE f.owner_no = (
			SELECT o.no FROM {fact_spaces} p JOIN {fact_owners} o ON {mine:o} AND o.space_no = p.no
			WHERE {mine:p} AND p.space = ? AND o.user_id = ? AND o.session_no = 0)`,
		numberList(nos),
		owner.space,
		owner.userId ?? "",
	);
	return found.map(toIndexed);
}
