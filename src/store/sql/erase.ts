import { ownState } from "../../state/index.ts";
import {
	AGENT_KINDS,
	addCounts,
	CONTENT_KINDS,
	type ErasureCounts,
	type ErasureScope,
	noCounts,
	replayBodies,
	type SessionTarget,
} from "../ports/index.ts";
import { row, rows, run, type Sql, type SqlValue, tell, tuples } from "./call.ts";
import { each, toChunks } from "./chunks.ts";
import { countMemory, dropSegments, eraseMemoryOf } from "./erase-facts.ts";
import { FROM_SESSIONS, lockSession, needSession } from "./find-session.ts";
import { MAX_OFFSET, readDeltas } from "./read-events.ts";
import { readBaseState } from "./read-state.ts";
import { removeRuns } from "./runs.ts";
import { lockDescendants } from "./session-tree.ts";
import { holdUser } from "./users.ts";
import { replaceOwnState } from "./write-state.ts";

/** Removes a session with its events, state, keys, jobs, deliveries, runs and facts. */
export function* eraseSession(no: number): Sql<ErasureCounts> {
	const range = [no, 0, no, MAX_OFFSET] as const;
	const counts = {
		...noCounts(),
		...(yield* eraseMemoryOf(no)),
		events: yield* run("DELETE FROM {events} WHERE {mine} AND {event_from} AND {event_to}", ...range),
		state: yield* run("DELETE FROM {session_state} WHERE {mine} AND no = ?", no),
		keys:
			(yield* run("DELETE FROM {idempotency} WHERE {mine} AND no = ?", no)) +
			(yield* run("DELETE FROM {documents} WHERE {mine} AND session_no = ?", no)),
		jobs: yield* run("DELETE FROM {jobs} WHERE {mine} AND session_no = ?", no),
		deliveries: yield* run("DELETE FROM {deliveries} WHERE {mine} AND session_no = ?", no),
		...(yield* removeRuns("SELECT no FROM {runs} WHERE {mine} AND session_no = ?", no)),
	};
	yield tell("DELETE FROM {heads} WHERE {mine} AND no = ?", no);
	counts.sessions = yield* run("DELETE FROM {sessions} WHERE {mine} AND no = ?", no);
	return counts;
}

/**
 * The condition on {sessions} s for the scope's sessions; their descendants are included. The user of a child
 * session is a derived name, not a real user with that id.
 */
function sessionsIn(scope: ErasureScope): { where: string; params: SqlValue[] } {
	if ("session" in scope)
		return { where: "s.tenant = ? AND s.uid = ?", params: [scope.tenant, scope.session] };
	if ("space" in scope) return { where: "{mine:s} AND 1 = 0", params: [] };
	if ("slice" in scope) {
		const { agent, user } = scope.slice;
		const where = "s.tenant = ? AND s.agent_id = ? AND s.user_id = ? AND s.parent_uid IS NULL";
		return { where, params: [scope.tenant, agent, user] };
	}
	const { where, params } = sharedIn(scope, "s.");
	return { where: "user" in scope ? `${where} AND s.parent_uid IS NULL` : where, params };
}

/** Scopes that own users or shared state. */
type SharingScope = Extract<ErasureScope, { user: unknown } | { agent: unknown } | { everything: unknown }>;

const isSharing = (scope: ErasureScope): scope is SharingScope =>
	"user" in scope || "agent" in scope || "everything" in scope;

/** The condition on {shared_state} and {users} for the scope's data besides sessions and facts. */
function sharedIn(scope: SharingScope, of = ""): { where: string; params: SqlValue[] } {
	const where = `${of}tenant = ?`;
	if ("user" in scope) return { where: `${where} AND ${of}user_id = ?`, params: [scope.tenant, scope.user] };
	if ("agent" in scope)
		return { where: `${where} AND ${of}agent_id = ?`, params: [scope.tenant, scope.agent] };
	return { where, params: [scope.tenant] };
}

const ERASE_STEP = 50;
const ERASE_EVENTS = 5000;

/** Removes one step of the scope's sessions; `done` if none is left. */
export function* eraseSomeSessions(scope: ErasureScope): Sql<{ counts: ErasureCounts; done: boolean }> {
	const { where, params } = sessionsIn(scope);
	const found = yield* rows<{ no: number; uid: string }>(
		`SELECT s.no, s.uid ${FROM_SESSIONS} WHERE ${where} LIMIT ${ERASE_STEP} {lock:s,h}`,
		...params,
	);
	// Children first: an interrupted erasure finds them again by their parent. All are locked before the first
	// one is removed.
	const doomed = new Set<number>();
	for (const { no, uid } of found) {
		const children = yield* lockDescendants(uid);
		for (const child of children.reverse()) doomed.add(child.no);
		doomed.add(no);
	}
	let counts = noCounts();
	let left = doomed.size;
	for (const no of doomed) {
		counts = addCounts(counts, yield* eraseSession(no));
		left -= 1;
		// Long logs take time: let writers in before the next one.
		if (counts.events > ERASE_EVENTS && left > 0) return { counts, done: false };
	}
	return { counts, done: found.length < ERASE_STEP };
}

/** Document kinds that are erased with a whole tenant, and those that are erased with an agent. */
const OF_TENANT = [...CONTENT_KINDS, ...AGENT_KINDS];
const OF_AGENT = `tenant = ? AND kind IN (${each(AGENT_KINDS, "?")}) AND id = ?`;

/**
 * Removes the scope's data besides sessions and facts: shared state, users, and jobs and documents without a
 * session.
 */
export function* eraseShared(scope: ErasureScope): Sql<ErasureCounts> {
	const counts = noCounts();
	if (!isSharing(scope)) return counts;
	const { where, params } = sharedIn(scope);
	if ("user" in scope) yield holdUser(scope.tenant, scope.user);
	counts.state = yield* run(`DELETE FROM {shared_state} WHERE ${where}`, ...params);
	if (!("user" in scope))
		counts.deliveries = yield* run(`DELETE FROM {subscriptions} WHERE ${where}`, ...params);
	if ("agent" in scope) {
		const ofAgent = `DELETE FROM {documents} WHERE ${OF_AGENT}`;
		counts.keys = yield* run(ofAgent, scope.tenant, ...AGENT_KINDS, scope.agent);
		return counts;
	}
	// In this order: a concurrent change of a user is waited for before the user's metadata index is removed.
	counts.users = yield* run(`DELETE FROM {users} WHERE ${where}`, ...params);
	yield tell(`DELETE FROM {user_matches} WHERE ${where}`, ...params);
	if (!("everything" in scope)) return counts;
	counts.jobs = yield* run("DELETE FROM {jobs} WHERE tenant = ?", scope.tenant);
	const text = `DELETE FROM {documents} WHERE tenant = ? AND kind IN (${each(OF_TENANT, "?")})`;
	counts.keys = yield* run(text, scope.tenant, ...OF_TENANT);
	return counts;
}

function* countOf(text: string, ...params: SqlValue[]): Sql<number> {
	return (yield* row<{ n: number }>(text, ...params))?.n ?? 0;
}

export function* countScope(scope: ErasureScope): Sql<ErasureCounts> {
	const { where, params } = sessionsIn(scope);
	// UNION, not UNION ALL: a child may itself be in the scope.
	const mine = `WITH RECURSIVE mine (no, uid) AS (SELECT s.no, s.uid FROM {sessions} s WHERE ${where} UNION
		SELECT c.no, c.uid FROM mine JOIN {sessions} c ON {mine:c} AND c.parent_uid = mine.uid)`;
	const perSession = function* (table: string, column: string): Sql<number> {
		const among = `${column} IN (SELECT no FROM mine)`;
		return yield* countOf(
			`${mine} SELECT count(*) AS n FROM {${table}} WHERE {mine} AND ${among}`,
			...params,
		);
	};
	const events = `${mine} SELECT count(*) AS n FROM mine CROSS JOIN {events} e WHERE {mine:e} AND {event_of}`;
	const keys = `${mine} SELECT (SELECT count(*) FROM {idempotency} WHERE {mine} AND no IN (SELECT no FROM mine))
		+ (SELECT count(*) FROM {documents} WHERE {mine} AND session_no IN (SELECT no FROM mine)) AS n`;
	const runs = "(SELECT no FROM {runs} WHERE {mine} AND session_no IN (SELECT no FROM mine))";
	const counts: ErasureCounts = {
		...noCounts(),
		sessions: yield* countOf(`${mine} SELECT count(*) AS n FROM mine`, ...params),
		events: yield* countOf(events, ...params),
		...(yield* countMemory(scope, mine, params)),
		state: yield* perSession("session_state", "no"),
		keys: yield* countOf(keys, ...params),
		jobs: yield* perSession("jobs", "session_no"),
		deliveries: yield* perSession("deliveries", "session_no"),
		runs: yield* perSession("runs", "session_no"),
		spans: yield* countOf(
			`${mine} SELECT sum(count) AS n FROM {spans} WHERE {mine} AND run_no IN ${runs}`,
			...params,
		),
	};
	if (!isSharing(scope)) return counts;
	const shared = sharedIn(scope);
	counts.state += yield* countOf(
		`SELECT count(*) AS n FROM {shared_state} WHERE ${shared.where}`,
		...shared.params,
	);
	if (!("user" in scope)) {
		const text = `SELECT count(*) AS n FROM {subscriptions} WHERE ${shared.where}`;
		counts.deliveries += yield* countOf(text, ...shared.params);
	}
	if ("agent" in scope) {
		const ofAgent = `SELECT count(*) AS n FROM {documents} WHERE ${OF_AGENT}`;
		counts.keys += yield* countOf(ofAgent, scope.tenant, ...AGENT_KINDS, scope.agent);
		return counts;
	}
	counts.users = yield* countOf(`SELECT count(*) AS n FROM {users} WHERE ${shared.where}`, ...shared.params);
	if (!("everything" in scope)) return counts;
	counts.jobs = yield* countOf("SELECT count(*) AS n FROM {jobs} WHERE tenant = ?", scope.tenant);
	counts.keys += yield* countOf(
		`SELECT count(*) AS n FROM {documents} WHERE tenant = ? AND session_no IS NULL AND kind IN (${each(OF_TENANT, "?")})`,
		scope.tenant,
		...OF_TENANT,
	);
	return counts;
}

type SomeEvent = [offset: number, body: string, delta: number | null];

/** The existing events among these offsets. */
function* readSome(no: number, offsets: readonly number[]): Sql<SomeEvent[]> {
	const found: SomeEvent[] = [];
	for (const chunk of toChunks(offsets)) {
		const text = `SELECT {event_offset}, body, delta FROM {events} WHERE {mine} AND (${each(chunk, "{event_at}", " OR ")})`;
		const params = chunk.flatMap((offset) => [no, offset]);
		for (const event of yield* tuples<SomeEvent>(text, ...params)) found.push(event);
	}
	return found;
}

/**
 * Replaces bodies. State that a blanked event had set is removed: the session's own keys are replayed from
 * the rest of the log.
 */
export function* blankEvents(
	target: SessionTarget,
	offsets: readonly number[],
	blank: (body: string) => string,
): Sql<number> {
	const { no, base, head, user_id } = yield* needSession(target, lockSession);
	// A larger offset does not exist, and may not fit into the column.
	const wanted = [...new Set(offsets)].filter((offset) => offset <= MAX_OFFSET);
	let count = 0;
	let deltas = 0;
	for (const [offset, body, delta] of yield* readSome(no, wanted)) {
		yield tell(
			"UPDATE {events} SET body = ?, delta = NULL WHERE {mine} AND {event_at}",
			blank(body),
			no,
			offset,
		);
		// A hash of erased content would still let somebody confirm a guess.
		yield tell(
			`UPDATE {idempotency} SET fingerprint = ''
			WHERE {mine} AND no = ? AND first_offset <= ? AND first_offset + count > ?`,
			no,
			offset,
			offset,
		);
		count++;
		if (delta === 1) deltas++;
	}
	if (count > 0) {
		yield* dropSegments(no);
		yield tell(
			`DELETE FROM {documents} WHERE {mine} AND session_no = ? AND kind IN (${each(CONTENT_KINDS, "?")})`,
			no,
			...CONTENT_KINDS,
		);
		yield tell("UPDATE {heads} SET blanked = blanked + 1 WHERE {mine} AND no = ?", no);
	}
	if (deltas > 0) {
		const hasUser = user_id !== null;
		const state = ownState(yield* readBaseState(no), hasUser);
		replayBodies(state, yield* readDeltas(no, base, head - 1), hasUser);
		yield* replaceOwnState(no, state);
	}
	return count;
}
