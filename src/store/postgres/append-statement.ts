import { countsAsMessage, MAX_OFFSETS } from "../../event/index.ts";
import { type AppendUnit, MANY_NEW } from "../ports/index.ts";
import type { SqlCall, SqlValue } from "../sql/call.ts";

/** A session as an earlier append found it. Valid until the session gets another name. */
export interface KnownSession {
	uid: string;
	no: number;
	renamed: number;
}

/** The units for one session in one statement. If there are several, none has preconditions. */
export interface Lane {
	target: AppendUnit["target"];
	known: KnownSession | undefined;
	require: AppendUnit["require"];
	units: AppendUnit[];
	/** The events of all units. */
	count: number;
	at: number;
}

/**
 * A written lane: its index, from 1, and the new head of its session; also which session, unless it was
 * known.
 */
export type Moved = [
	lane: number,
	head: number,
	fence: number,
	mode: string,
	uid?: string | null,
	no?: number,
	renamed?: number,
];

/** Parameters beyond those that every database accepts: PostgreSQL's arrays. */
type Values = readonly (SqlValue | readonly SqlValue[])[];

/*
 * The same as `oweSubscriptions`, for the sessions whose heads moved. Without subscriptions, it ends before
 * it reads anything else.
 */
const owed = (from: string): string => `owed AS (
	INSERT INTO {deliveries} (tenant, session_no, subscription, url, next_offset, status, attempts, due_at, created_at, token)
	SELECT {tenant}, moved.no, b.id, '', ${from}, 'active', 0, {now}, {now}, {chance} FROM {subscriptions} b CROSS JOIN moved
	WHERE {mine:b} AND (b.agent_id IS NULL
		OR b.agent_id = (SELECT s.agent_id FROM {sessions} s WHERE {mine:s} AND s.no = moved.no))
	ON CONFLICT DO NOTHING
)`;

/**
 * Whether this many more events need no job (see `planAppend`). An append with a job goes through a
 * transaction.
 */
const noJob = (count: string): string =>
	`h.consolidated_to < h.head AND (h.head - h.consolidated_to >= ${MANY_NEW}
		OR h.head + ${count} - h.consolidated_to < ${MANY_NEW})`;

/*
 * The head comes first, then the events after it. A statement sees its own changes only through RETURNING.
 *
 * A session counts its names, in its own row and in its head. That way, an append that knows the session's
 * number, or had to wait for the head, notices that the name has moved: it sees the newest head, but the
 * session as it was. The session is read in a separate sub-select: with a join, a server that does not know
 * the tables yet might start with all heads of the tenant.
 */
const one = (which: string, told: string): string => `WITH moved AS (
	UPDATE {heads} h SET head = h.head + 1, message_count = h.message_count + ?, updated_at = greatest(h.updated_at, ?)
	WHERE {mine:h} AND ${which} AND h.ended_at IS NULL AND h.head < ${MAX_OFFSETS} AND ${noJob("1")}
	RETURNING h.no, h.renamed, h.head, h.fence, h.mode
), written AS (
	INSERT INTO {events} (tenant, no, "offset", kind, source, run_id, body, stored_at)
	SELECT {tenant}, moved.no, moved.head - 1, ?, ?, ?, ?, CAST(? AS BIGINT) FROM moved
), ${owed("moved.head - 1")}
SELECT 1, head, fence, mode${told} FROM moved`;

const UID = "(SELECT s.uid FROM {sessions} s WHERE {mine:s} AND s.no = moved.no)";
const found = (column: "name_key" | "uid"): string =>
	one(
		`(h.no, h.renamed) = (SELECT s.no, s.renamed FROM {sessions} s WHERE {mine:s} AND s.${column} = ?)`,
		`, ${UID}, no, renamed`,
	);

const ONE = { known: one("h.no = ? AND h.renamed = ?", ""), name: found("name_key"), uid: found("uid") };

/*
 * Of several sessions, locked ones are skipped: one that is locked for long would delay all others. A single
 * one waits.
 */
const many = (lock: string): string => `WITH asked AS MATERIALIZED (
	SELECT u.n, u.messages, u.at, u.expected, u.fence, u.mode, u.key, u.print, u.lane, u.no IS NOT NULL AS is_known,
		coalesce(u.no, named.no, listed.no) AS no, coalesce(u.renamed, named.renamed) AS renamed
	FROM unnest(CAST(? AS BIGINT[]), CAST(? AS INTEGER[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS INTEGER[]),
		CAST(? AS INTEGER[]), CAST(? AS BIGINT[]), CAST(? AS BIGINT[]), CAST(? AS BIGINT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
		CAST(? AS TEXT[]))
		WITH ORDINALITY AS u (no, renamed, name, uid, n, messages, at, expected, fence, mode, key, print, lane)
	LEFT JOIN LATERAL (
		SELECT s.no, s.renamed FROM {sessions} s WHERE {mine:s} AND s.name_key = u.name OFFSET 0) named ON true
	LEFT JOIN LATERAL (SELECT s.no FROM {sessions} s WHERE {mine:s} AND s.uid = u.uid OFFSET 0) listed ON true
), held AS MATERIALIZED (
	SELECT h.no FROM {heads} h WHERE {mine:h} AND h.no = ANY (ARRAY(SELECT no FROM asked)) ORDER BY h.no ${lock}
), moved AS (
	UPDATE {heads} h SET head = h.head + a.n, message_count = h.message_count + a.messages,
		updated_at = greatest(h.updated_at, a.at)
	FROM asked a WHERE {mine:h} AND h.no = ANY (ARRAY(SELECT no FROM held)) AND h.no = a.no AND h.ended_at IS NULL
		AND (a.renamed IS NULL OR h.renamed = a.renamed) AND h.head + a.n <= ${MAX_OFFSETS} AND ${noJob("a.n")}
		AND (a.expected IS NULL OR h.head = a.expected) AND (a.fence IS NULL OR h.fence = a.fence)
		AND (a.mode IS NULL OR h.mode = a.mode) AND (a.key IS NULL OR NOT EXISTS (
			SELECT FROM {idempotency} k WHERE {mine:k} AND k.no = a.no AND k.key = a.key))
	RETURNING a.lane, a.is_known, h.no, h.renamed, h.head, h.fence, h.mode, a.n, a.at, a.key, a.print
), written AS (
	INSERT INTO {events} (tenant, no, "offset", kind, source, run_id, body, stored_at)
	SELECT {tenant}, moved.no, moved.head - moved.n + e.i, e.kind, e.source, e.run_id, e.body, moved.at
	FROM unnest(CAST(? AS INTEGER[]), CAST(? AS INTEGER[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
		CAST(? AS TEXT[])) AS e (lane, i, kind, source, run_id, body) JOIN moved ON moved.lane = e.lane
), kept AS (
	INSERT INTO {idempotency} (tenant, no, key, fingerprint, first_offset, count)
	SELECT {tenant}, no, key, print, head - n, n FROM moved WHERE key IS NOT NULL
), ${owed("moved.head - moved.n")}
SELECT lane, head, fence, mode, CASE WHEN is_known THEN NULL ELSE ${UID} END, no, renamed FROM moved`;

const SEVERAL = many("FOR NO KEY UPDATE SKIP LOCKED");
const ALONE = many("FOR NO KEY UPDATE");

const call = (text: string, params: Values): SqlCall => ({
	text,
	params: params as SqlValue[],
	want: "arrays",
});

const messagesIn = ({ units }: Lane): number =>
	units.reduce((sum, { events }) => sum + events.filter(({ kind }) => countsAsMessage(kind)).length, 0);

/** The statement for one lane. */
export function appendOne(lane: Lane): SqlCall {
	const { target, known, units, at } = lane;
	const event = units[0]?.events[0];
	const isPlain =
		lane.count === 1 && event && Object.values(lane.require).every((value) => value === undefined);
	if (!isPlain) return appendMany([lane]);
	const { kind, source, runId, body } = event;
	const [before, behind] = [
		[messagesIn(lane), at],
		[kind, source, runId ?? null, body, at],
	];
	if (known) return call(ONE.known, [...before, known.no, known.renamed, ...behind]);
	if ("name" in target) return call(ONE.name, [...before, target.name.key, ...behind]);
	return call(ONE.uid, [...before, target.uid, ...behind]);
}

/** The statement for several lanes. */
export function appendMany(lanes: readonly Lane[]): SqlCall {
	const events = lanes.flatMap(({ units }, lane) =>
		units.flatMap((unit) => unit.events).map((event, i) => ({ event, i, lane: lane + 1 })),
	);
	return call(lanes.length > 1 ? SEVERAL : ALONE, [
		lanes.map(({ known }) => known?.no ?? null),
		lanes.map(({ known }) => known?.renamed ?? null),
		lanes.map(({ target, known }) => (!known && "name" in target ? target.name.key : null)),
		lanes.map(({ target, known }) => (!known && "uid" in target ? target.uid : null)),
		lanes.map(({ count }) => count),
		lanes.map(messagesIn),
		lanes.map(({ at }) => at),
		lanes.map(({ require }) => require.expectedOffset ?? null),
		lanes.map(({ require }) => require.fence ?? null),
		lanes.map(({ require }) => require.mode ?? null),
		lanes.map(({ require }) => require.idempotency?.key ?? null),
		lanes.map(({ require }) => require.idempotency?.fingerprint ?? null),
		events.map(({ lane }) => lane),
		events.map(({ i }) => i),
		events.map(({ event }) => event.kind),
		events.map(({ event }) => event.source),
		events.map(({ event }) => event.runId ?? null),
		events.map(({ event }) => event.body),
	]);
}
