import { agentSpace, type ErasureCounts, type ErasureScope } from "../ports/index.ts";
import { first, row, type Sql, type SqlValue, tell, tuples } from "./call.ts";
import { removal, takeRevisions, touchOwner } from "./fact-owners.ts";
import { dropFact } from "./write-facts.ts";

export type FactCounts = Pick<ErasureCounts, "facts" | "terms" | "vectors">;

/**
 * The condition on {fact_owners} o and {fact_spaces} p for the owners of the scope, in addition to the
 * scope's sessions.
 */
function ownersIn(scope: ErasureScope): { where: string; params: SqlValue[] } | undefined {
	if ("session" in scope) return undefined;
	const { tenant } = scope;
	const inSpace = "p.tenant = ? AND p.space = ?";
	if ("user" in scope) return { where: "p.tenant = ? AND o.user_id = ?", params: [tenant, scope.user] };
	if ("slice" in scope) {
		return { where: `${inSpace} AND o.user_id = ?`, params: [tenant, scope.slice.space, scope.slice.user] };
	}
	if ("space" in scope) return { where: inSpace, params: [tenant, scope.space] };
	if ("agent" in scope) return { where: inSpace, params: [tenant, agentSpace(scope.agent)] };
	return { where: "p.tenant = ?", params: [tenant] };
}

const OWNERS =
	"SELECT o.no FROM {fact_spaces} p JOIN {fact_owners} o ON {mine:o} AND o.space_no = p.no WHERE";

type Doomed = [no: number, owner: number, space: number, indexed: number, vector: number];

/** Removes up to `limit` facts of the owners that the query returns, with their sources and history. */
function* removeOwned(owners: string, params: readonly SqlValue[], limit: number): Sql<FactCounts> {
	const rev = yield* takeRevisions(1);
	const doomed = yield* tuples<Doomed>(
		`SELECT no, owner_no, space_no, CASE WHEN entry IS NULL THEN 0 ELSE 1 END, vector
		FROM {facts} WHERE {mine} AND owner_no IN (${owners}) LIMIT ?`,
		...params,
		limit,
	);
	const counts = { facts: doomed.length, terms: 0, vectors: 0 };
	const touched = new Map<number, number>();
	for (const [no, ownerNo, spaceNo, indexed, vector] of doomed) {
		yield* dropFact(no);
		yield removal({ no: ownerNo, spaceNo }, rev, no);
		touched.set(ownerNo, spaceNo);
		counts.terms += indexed;
		counts.vectors += vector;
	}
	for (const [no, spaceNo] of touched) yield* touchOwner({ no, spaceNo }, rev);
	return counts;
}

/** Removes the facts, the index and the cited sources of a session. */
export function* eraseMemoryOf(no: number): Sql<FactCounts> {
	let counts: FactCounts = { facts: 0, terms: 0, vectors: 0 };
	const owners = "SELECT no FROM {fact_owners} WHERE {mine} AND session_no = ?";
	// No new ones appear while the session is locked, and most sessions have none.
	if (yield first(`${owners} LIMIT 1`, [no])) {
		counts = yield* removeOwned(owners, [no], Number.MAX_SAFE_INTEGER);
		yield tell("DELETE FROM {fact_owners} WHERE {mine} AND session_no = ?", no);
	}
	yield tell("DELETE FROM {fact_sources} WHERE {mine} AND session_no = ?", no);
	const segments = yield* row<{ terms: number | null; vectors: number | null }>(
		"SELECT sum(documents) AS terms, sum(vectors) AS vectors FROM {segments} WHERE {mine} AND session_no = ?",
		no,
	);
	yield* dropSegments(no);
	counts.terms += segments?.terms ?? 0;
	counts.vectors += segments?.vectors ?? 0;
	return counts;
}

/** Removes the session's segments with an event below an offset. Default: all segments. */
export function* dropSegments(no: number, below?: number): Sql<void> {
	if (below === undefined) yield tell("DELETE FROM {segments} WHERE {mine} AND session_no = ?", no);
	else yield tell("DELETE FROM {segments} WHERE {mine} AND session_no = ? AND from_offset < ?", no, below);
}

const ERASE_FACTS = 1000;

/** Removes one step of the scope's facts; `done` if none is left. */
export function* eraseSomeFacts(scope: ErasureScope): Sql<{ counts: FactCounts; done: boolean }> {
	const owners = ownersIn(scope);
	if (!owners) return { counts: { facts: 0, terms: 0, vectors: 0 }, done: true };
	const counts = yield* removeOwned(`${OWNERS} ${owners.where}`, owners.params, ERASE_FACTS);
	if (counts.facts === ERASE_FACTS) return { counts, done: false };
	yield* forgetOwners(scope, owners);
	return { counts, done: true };
}

/** Also removes the records of the owners. Nothing is kept about an erased space. */
function* forgetOwners(
	scope: ErasureScope,
	{ where, params }: { where: string; params: SqlValue[] },
): Sql<void> {
	yield tell(`DELETE FROM {fact_owners} WHERE {mine} AND no IN (${OWNERS} ${where})`, ...params);
	if ("everything" in scope) yield tell("DELETE FROM {embedders} WHERE tenant = ?", scope.tenant);
	if ("user" in scope || "slice" in scope) return;
	const spaces = `SELECT p.no FROM {fact_spaces} p WHERE ${where}`;
	yield tell(`DELETE FROM {fact_removals} WHERE {mine} AND space_no IN (${spaces})`, ...params);
	yield tell(`DELETE FROM {fact_spaces} WHERE {mine} AND no IN (${spaces})`, ...params);
}

/**
 * Counts facts and index entries of the scope. `mine` is a WITH clause with the numbers of the scope's
 * sessions.
 */
export function* countMemory(
	scope: ErasureScope,
	mine: string,
	params: readonly SqlValue[],
): Sql<FactCounts> {
	const sums = `count(*) AS facts, count(entry) AS terms, coalesce(sum(vector), 0) AS vectors FROM {facts}`;
	const counted = function* (text: string, ...values: SqlValue[]): Sql<FactCounts> {
		return (yield* row<FactCounts>(text, ...values)) ?? { facts: 0, terms: 0, vectors: 0 };
	};
	const ofSessions = "SELECT no FROM {fact_owners} WHERE {mine} AND session_no IN (SELECT no FROM mine)";
	const parts = [
		yield* counted(`${mine} SELECT ${sums} WHERE {mine} AND owner_no IN (${ofSessions})`, ...params),
		yield* counted(
			`${mine} SELECT 0 AS facts, coalesce(sum(documents), 0) AS terms, coalesce(sum(vectors), 0) AS vectors
			FROM {segments} WHERE {mine} AND session_no IN (SELECT no FROM mine)`,
			...params,
		),
	];
	const owners = ownersIn(scope);
	if (owners) {
		const others = `${OWNERS} ${owners.where} AND o.session_no NOT IN (SELECT no FROM mine)`;
		const text = `${mine} SELECT ${sums} WHERE {mine} AND owner_no IN (${others})`;
		parts.push(yield* counted(text, ...params, ...owners.params));
	}
	const sum = (key: keyof FactCounts): number => parts.reduce((total, part) => total + Number(part[key]), 0);
	return { facts: sum("facts"), terms: sum("terms"), vectors: sum("vectors") };
}
