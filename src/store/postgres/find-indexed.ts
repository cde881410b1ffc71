import type { FactOwner, IndexedFact } from "../ports/index.ts";
import { type Sql, tuples } from "../sql/call.ts";
import { INDEXED, type IndexColumns, indexedFacts, toIndexed } from "../sql/find-facts.ts";
import { numberList } from "./search-index/array-literal.ts";

/** Facts of an owner by their numbers, in one trip however many they are. */
export function* findIndexed(owner: FactOwner, nos: readonly number[]): Sql<IndexedFact[]> {
	if (owner.uid !== undefined) return yield* indexedFacts(owner, nos);
	const found = yield* tuples<IndexColumns>(
		`SELECT ${INDEXED} FROM {facts} f WHERE {mine:f} AND f.no = ANY (CAST(? AS BIGINT[])) AND f.owner_no = (
			SELECT o.no FROM {fact_spaces} p JOIN {fact_owners} o ON {mine:o} AND o.space_no = p.no
			WHERE {mine:p} AND p.space = ? AND o.user_id = ? AND o.session_no = 0)`,
		...[numberList(nos), owner.space, owner.userId ?? ""],
	);
	return found.map(toIndexed);
}
