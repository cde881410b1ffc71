import type { SessionMode, SessionUid, TenantId } from "../../event/index.ts";
import { EXTERNAL_ID, sessionWrites, stateJson } from "../../state/index.ts";
import {
	type AppendOutcome,
	type AppendUnit,
	type EventDraft,
	keyReused,
	noParent,
	planAppend,
	type RecordPlan,
	type SessionHead,
	type SessionName,
	type SessionSeed,
	sessionExists,
} from "../ports/index.ts";
import { row, type Sql, type SqlCall, tell, tuples } from "./call.ts";
import { lockSession, needSession, type SessionRow, shareSession } from "./find-session.ts";
import { eventInsert, insertEvents } from "./insert-events.ts";
import { oweSubscriptions } from "./subscriptions.ts";
import { appendJob } from "./work.ts";
import { planRecord, writeDeliveries, writeRecord } from "./write-record.ts";
import { lookAtRun, writeRun } from "./write-run.ts";
import { writeState, writesOf } from "./write-state.ts";

const UPDATE_HEAD = `UPDATE {heads} SET mode = ?, head = ?, message_count = ?, ended_at = ?, fence = ?, last_run_id = ?,
	consolidated_to = ?, updated_at = ? WHERE {mine} AND no = ?`;
const INSERT_SESSION = `INSERT INTO {sessions} (uid, tenant, agent_id, user_id, session_id, name_key, title, metadata,
	external_id, base_state, parent_uid, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING no`;
const INSERT_HEAD = `INSERT INTO {heads} (no, mode, base, head, message_count, fence, consolidated_to, updated_at)
	VALUES (?, ?, 0, 0, 0, 0, 0, ?)`;

export function headOf(session: SessionRow): SessionHead {
	return {
		mode: session.mode as SessionMode,
		head: session.head,
		messageCount: session.message_count,
		endedAt: session.ended_at ?? undefined,
		fence: session.fence,
		lastRunId: session.last_run_id ?? undefined,
		consolidatedTo: session.consolidated_to,
		updatedAt: session.updated_at,
	};
}

function headUpdate(no: number, next: SessionHead): SqlCall {
	const { mode, head, messageCount, endedAt, fence, lastRunId, consolidatedTo, updatedAt } = next;
	const params = [
		mode,
		head,
		messageCount,
		endedAt ?? null,
		fence,
		lastRunId ?? null,
		consolidatedTo,
		updatedAt,
		no,
	];
	return { text: UPDATE_HEAD, params, want: "nothing" };
}

export function* writeHead(no: number, head: SessionHead): Sql<void> {
	yield headUpdate(no, head);
}

/** A new session without events; `baseState` is its own state before the first one. */
export function* insertSession(
	name: SessionName,
	seed: SessionSeed,
	baseState: ReadonlyMap<string, string>,
): Sql<SessionRow> {
	const { tenant, agentId, userId, sessionId, key } = name;
	const { uid, mode, title, metadata, parent, createdAt } = seed;
	const externalId = metadata[EXTERNAL_ID];
	const inserted = yield* row<{ no: number }>(
		INSERT_SESSION,
		uid,
		tenant,
		agentId,
		userId ?? null,
		sessionId,
		key,
		title ?? null,
		JSON.stringify(metadata),
		typeof externalId === "string" ? externalId : null,
		stateJson(baseState),
		parent ?? null,
		createdAt,
	);
	const no = (inserted as { no: number }).no;
	yield tell(INSERT_HEAD, no, mode, createdAt);
	return {
		...{ no, uid, tenant, agent_id: agentId, user_id: userId ?? null, session_id: sessionId, mode },
		...{ base: 0, head: 0, message_count: 0, last_run_id: null, updated_at: createdAt, ended_at: null },
		...{ consolidated_to: 0, fence: 0 },
	};
}

/** What a session that is about to be created looks like to the preconditions. */
function headOfSeed(seed: SessionSeed): SessionHead {
	const nothing = {
		head: 0,
		messageCount: 0,
		endedAt: undefined,
		fence: 0,
		lastRunId: undefined,
		consolidatedTo: 0,
	};
	return { mode: seed.mode, ...nothing, updatedAt: seed.createdAt };
}

function* replay(session: SessionRow, unit: AppendUnit): Sql<AppendOutcome | undefined> {
	const key = unit.require.idempotency;
	if (!key) return undefined;
	const seen = yield* row<{ fingerprint: string; first_offset: number; count: number }>(
		"SELECT fingerprint, first_offset, count FROM {idempotency} WHERE {mine} AND no = ? AND key = ?",
		session.no,
		key.key,
	);
	if (!seen) return undefined;
	// Empty once an event of it was erased: then nothing is left to compare with.
	if (seen.fingerprint !== "" && seen.fingerprint !== key.fingerprint) throw keyReused(key.key);
	const first = seen.first_offset;
	const last = first + seen.count - 1;
	const events = yield* tuples<[number, string]>(
		"SELECT {event_offset}, body FROM {events} WHERE {mine} AND {event_from} AND {event_to} ORDER BY {event_order}",
		...[session.no, Math.max(first, 0), session.no, Math.max(last, -1)],
	);
	return {
		uid: session.uid as SessionUid,
		firstOffset: first,
		head: session.head,
		fence: session.fence,
		mode: session.mode as SessionMode,
		created: false,
		replayed: events.map(([offset, body]) => ({ offset, body })),
	};
}

/**
 * Commits a unit of work. Every check comes before the first write, so a refused unit leaves no trace in a
 * transaction that it shares with others.
 */
export function* appendEvents(unit: AppendUnit): Sql<AppendOutcome> {
	const name = "name" in unit.target ? unit.target.name : undefined;
	const seed = name && unit.create;
	const found = seed ? yield* lockSession(unit.target) : yield* needSession(unit.target, lockSession);
	if (found && unit.require.absent && name) throw sessionExists(name, "use open to get or create");
	const first = found && unit.require.idempotency && (yield* replay(found, unit));
	if (first) return first;
	if (!found && seed?.parent !== undefined) yield* needParent(name as SessionName, seed.parent);
	const look = unit.run && (yield* lookAtRun(tenantOf(unit), found, unit.run));
	const plan = planAppend(found ? headOf(found) : headOfSeed(seed as SessionSeed), unit, look?.facts);
	const record = yield* planRecord(found, seed, unit);

	const session = found ?? (yield* createSession(name as SessionName, seed as SessionSeed, unit, record));
	if (plan.events.length === 1)
		yield eventInsert(session.no, plan.from, plan.events[0] as EventDraft, unit.at);
	else yield* insertEvents(session.no, plan.from, plan.events, unit.at);
	const writes = writesOf(plan.events);
	if (writes.length > 0) yield* writeState(session, writes);
	yield headUpdate(session.no, plan.next);
	if (look) yield* writeRun(session, unit, plan, look);
	if (found && record) yield* writeRecord(found.no, unit, record);
	for (const job of plan.jobs) yield* appendJob(session.tenant as TenantId, session.no, job, unit.at);
	if (record) yield* writeDeliveries(session, record, plan.from, unit.at);
	if (plan.events.length > 0) yield oweSubscriptions(session, plan.from);
	const key = unit.require.idempotency;
	if (key) {
		yield tell(
			"INSERT INTO {idempotency} (no, key, fingerprint, first_offset, count) VALUES (?, ?, ?, ?, ?)",
			...[session.no, key.key, key.fingerprint, plan.firstOffset, unit.events.length],
		);
	}
	return {
		uid: session.uid as SessionUid,
		firstOffset: plan.firstOffset,
		head: plan.next.head,
		fence: plan.next.fence,
		mode: plan.next.mode,
		created: !found,
		replayed: undefined,
	};
}

const tenantOf = ({ target }: AppendUnit): string => ("name" in target ? target.name.tenant : target.tenant);

/** Refuses a session on behalf of one that is not there: it would outlive it. */
export function* needParent({ tenant }: SessionName, parent: SessionUid): Sql<void> {
	if (!(yield* shareSession({ uid: parent, tenant }))) throw noParent(parent);
}

/** The session of a unit that creates one, its record already as the unit's patch wants it. */
function* createSession(
	name: SessionName,
	seed: SessionSeed,
	{ patch: { title } }: AppendUnit,
	record: RecordPlan | undefined,
): Sql<SessionRow> {
	const patched: SessionSeed = {
		...seed,
		title: title === undefined ? seed.title : (title ?? undefined),
		metadata: record?.metadata ?? seed.metadata,
	};
	const own = sessionWrites(seed.state, name.userId !== undefined);
	const baseState = new Map(own.flatMap(({ key, value }) => (value === null ? [] : [[key, value] as const])));
	const session = yield* insertSession(name, patched, baseState);
	yield* writeState(session, seed.state);
	return session;
}
