import type { SessionMode, SessionUid, TenantId } from "../../event/index.ts";
import { EXTERNAL_ID, sessionWrites, stateJson } from "../../state/index.ts";
import {
	type AppendOutcome,
	type AppendUnit,
	type EventDraft,
	keyReused,
	newSessionRecord,
	noParent,
	planAppend,
	type RecordPlan,
	type SessionHead,
	type SessionName,
	type SessionRecord,
	type SessionSeed,
	sessionExists,
} from "../ports/index.ts";
import { DETAIL_COLUMNS, HEAD_COLUMNS, NAME_COLUMNS, rowReader, rowWriter } from "../session-columns.ts";
import { row, type Sql, type SqlCall, type SqlValue, tell, tuples } from "./call.ts";
import { each } from "./chunks.ts";
import { lockSession, needSession, type SessionRow, shareSession } from "./find-session.ts";
import { eventInsert, insertEvents } from "./insert-events.ts";
import { oweSubscriptions } from "./subscriptions.ts";
import { tenantOf } from "./tenant-of.ts";
import { appendJob } from "./work.ts";
import { planRecord, writeDeliveries, writeRecord } from "./write-record.ts";
import { lookAtRun, writeRun } from "./write-run.ts";
import { writeState, writesOf } from "./write-state.ts";

/** The fields of the head that appends and moves write. Retention moves `base`. */
const WRITTEN = (Object.keys(HEAD_COLUMNS) as (keyof typeof HEAD_COLUMNS)[]).filter(
	(field) => field !== "base",
);
const UPDATE_HEAD = `UPDATE {heads} SET ${WRITTEN.map((field) => `${HEAD_COLUMNS[field]} = ?`).join(", ")}
	WHERE {mine} AND no = ?`;
const insertInto = (table: string, columns: readonly string[]): string =>
	`INSERT INTO {${table}} (${columns.join(", ")}) VALUES (${each(columns, "?")})`;
const IDENTITY = ["uid", "tenant", "name_key", "external_id", "base_state"];
const FIXED_COLUMNS = { ...NAME_COLUMNS, ...DETAIL_COLUMNS };
const INSERT_SESSION = `${insertInto("sessions", [...IDENTITY, ...Object.values(FIXED_COLUMNS)])} RETURNING no`;
const INSERT_HEAD = insertInto("heads", ["no", ...Object.values(HEAD_COLUMNS)]);

export const headOf: (session: SessionRow) => SessionHead = rowReader(HEAD_COLUMNS);
const namesOf = rowWriter(NAME_COLUMNS);
const headColumns = rowWriter(HEAD_COLUMNS);
const fixedColumns = rowWriter(FIXED_COLUMNS);

function headUpdate(no: number, next: SessionHead): SqlCall {
	const params: SqlValue[] = WRITTEN.map((field) => next[field] ?? null);
	params.push(no);
	return { text: UPDATE_HEAD, params, want: "nothing" };
}

export function* writeHead(no: number, head: SessionHead): Sql<void> {
	yield headUpdate(no, head);
}

/** A session without events; `baseState` is its own state before the first one. */
export function* insertSession(
	name: SessionName,
	record: SessionRecord,
	baseState: ReadonlyMap<string, string>,
): Sql<SessionRow> {
	const { uid, tenant, metadata } = record;
	const externalId = metadata[EXTERNAL_ID];
	const head = headColumns(record);
	const inserted = yield* row<{ no: number }>(
		INSERT_SESSION,
		uid,
		tenant,
		name.key,
		typeof externalId === "string" ? externalId : null,
		stateJson(baseState),
		...Object.values(fixedColumns(record)),
	);
	const no = (inserted as { no: number }).no;
	yield tell(INSERT_HEAD, no, ...Object.values(head));
	return { no, uid, tenant, ...namesOf(record), ...head };
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
	// Empty after one of its events was erased: then there is nothing to compare with.
	if (seen.fingerprint !== "" && seen.fingerprint !== key.fingerprint) throw keyReused(key.key);
	const first = seen.first_offset;
	const last = first + seen.count - 1;
	const events = yield* tuples<[number, string]>(
		"SELECT {event_offset}, body FROM {events} WHERE {mine} AND {event_from} AND {event_to} ORDER BY {event_order}",
		session.no,
		Math.max(first, 0),
		session.no,
		Math.max(last, -1),
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
 * Commits a unit of work. All checks come before the first write: a refused unit changes nothing in a
 * transaction that it shares with others.
 */
export function* appendEvents(unit: AppendUnit): Sql<AppendOutcome> {
	const name = "name" in unit.target ? unit.target.name : undefined;
	const seed = name && unit.create;
	const found = seed ? yield* lockSession(unit.target) : yield* needSession(unit.target, lockSession);
	if (found && unit.require.absent && name) throw sessionExists(name, "use open to get or create it");
	const first = found && unit.require.idempotency && (yield* replay(found, unit));
	if (first) return first;
	if (!found && seed?.parent !== undefined) yield* needParent(name as SessionName, seed.parent);
	const look = unit.run && (yield* lookAtRun(tenantOf(unit.target), found, unit.run));
	const plan = planAppend(
		found ? headOf(found) : newSessionRecord(name as SessionName, seed as SessionSeed),
		unit,
		look?.facts,
	);
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
			session.no,
			key.key,
			key.fingerprint,
			plan.firstOffset,
			unit.events.length,
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

/** Throws if the parent session does not exist: the child would outlive it. */
export function* needParent({ tenant }: SessionName, parent: SessionUid): Sql<void> {
	if (!(yield* shareSession({ uid: parent, tenant }))) throw noParent(parent);
}

/** The session of a unit that creates one. Its record already includes the unit's patch. */
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
	const session = yield* insertSession(name, newSessionRecord(name, patched), baseState);
	yield* writeState(session, seed.state);
	return session;
}
