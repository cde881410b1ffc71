import type { IndexCounts, IndexScope } from "../../ports/index.ts";
import { row, rows, type Sql, type SqlValue, tell } from "../../sql/call.ts";
import { numberList } from "./array-literal.ts";
import { indexedOwner, ownerKey } from "./index-owner.ts";
import { clearOwner, removeFacts } from "./write-change.ts";

/** The owners in a scope. A tenant has few that are this large. */
function ownersIn(scope: IndexScope): { where: string; params: SqlValue[] } {
	if ("target" in scope) return { where: "o.key = ?", params: [ownerKey(indexedOwner(scope.target))] };
	// Facts of sessions are not indexed here.
	if ("sessions" in scope) return { where: "false", params: [] };
	if ("space" in scope) return { where: "o.space = ?", params: [scope.space] };
	if ("user" in scope) return { where: "o.user_id = ?", params: [scope.user] };
	return { where: "true", params: [] };
}

export function* countIndex(scope: IndexScope): Sql<IndexCounts> {
	const { where, params } = ownersIn(scope);
	const single = "target" in scope ? scope.nos : undefined;
	const among = single ? " AND f.fact_no = ANY (CAST(? AS BIGINT[]))" : "";
	const counts = yield* row<{ terms: number; vectors: number }>(
		`SELECT count(*) AS terms, count(f.embedding) AS vectors FROM {index_owners} o
		JOIN {index_facts} f ON {mine:f} AND f.owner_no = o.no${among} WHERE {mine:o} AND ${where}`,
		...(single ? [numberList(single)] : []),
		...params,
	);
	return { terms: counts?.terms ?? 0, vectors: counts?.vectors ?? 0 };
}

export function* eraseIndex(scope: IndexScope, type: string): Sql<IndexCounts> {
	const { where, params } = ownersIn(scope);
	// Locked before they are counted: a running update ends first, and the next one finds no mark.
	const owners = yield* rows<{ no: number }>(
		`SELECT o.no FROM {index_owners} o WHERE {mine:o} AND ${where} ORDER BY o.no FOR UPDATE`,
		...params,
	);
	if (owners.length === 0) return { terms: 0, vectors: 0 };
	const counts = yield* countIndex(scope);
	if ("target" in scope && scope.nos) {
		yield* removeFacts(indexedOwner(scope.target), scope.nos, type);
		return counts;
	}
	for (const { no } of owners) {
		yield* clearOwner(no);
		yield tell("DELETE FROM {index_owners} WHERE {mine} AND no = ?", no);
	}
	return counts;
}
