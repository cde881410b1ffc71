import type { IndexOwner, IndexStatistics } from "../../ports/index.ts";
import { type Sql, tuples } from "../../sql/call.ts";
import { numberList } from "./array-literal.ts";
import { ownerKey } from "./index-owner.ts";

type Columns = [
	rev: number,
	embedder: string | null,
	facts: number,
	term: number | null,
	holding: number | null,
];

/** One statement, so that the mark and the counts are from the same point in time. */
export function* readStatistics(owner: IndexOwner, terms: readonly number[]): Sql<IndexStatistics> {
	const found = yield* tuples<Columns>(
		`SELECT o.rev, o.embedder, o.facts, p.term, p.holding FROM {index_owners} o LEFT JOIN LATERAL (
			SELECT x.term, CAST(sum(x.size) AS INTEGER) AS holding FROM {index_postings} x
			WHERE {mine:x} AND x.owner_no = o.no AND x.term = ANY (CAST(? AS INTEGER[])) GROUP BY x.term
		) p ON true WHERE {mine:o} AND o.key = ?`,
		numberList(terms),
		ownerKey(owner),
	);
	const [first] = found;
	if (!first) return { mark: undefined, entries: 0, holding: terms.map(() => 0) };
	const [rev, embedder, facts] = first;
	const counts = new Map(found.map(([, , , term, holding]) => [term, holding ?? 0]));
	return {
		mark: { rev, embedder: embedder ?? undefined },
		entries: facts,
		holding: terms.map((term) => counts.get(term) ?? 0),
	};
}
