import { countsAsMessage, MAX_OFFSETS } from "../../event/index.ts";
import type { AppendUnit } from "../ports/index.ts";
import type { SqlCall, SqlValue } from "../sql/call.ts";

/** What goes to one session in one statement. Of several units none demands anything. */
export interface Lane {
	target: AppendUnit["target"];
	require: AppendUnit["require"];
	units: AppendUnit[];
	/** Events of all units. */
	count: number;
	at: number;
}

/** A lane that was written: its place, from 1, and what its session is now. */
export type Moved = [lane: number, uid: string, head: number, fence: number, mode: string];

/** Parameters beyond those that every engine takes: PostgreSQL's arrays. */
type Values = readonly (SqlValue | readonly SqlValue[])[];

/*
 * The head first, and what it gives; then the events behind it. A statement sees its own changes only through RETURNING.
 * The session is looked up in a sub-select of its own: joined, a server that does not know the tables yet might begin with
 * all heads of the tenant. Whoever had to wait for the head looks at the newest
 * one, but at the session as it was: the count of its names tells whether it was given another one meanwhile.
 */
const one = (column: "name_key" | "uid"): string => `WITH moved AS (
	UPDATE {heads} h SET head = h.head + CAST(? AS INTEGER), message_count = h.message_count + ?,
		updated_at = greatest(h.updated_at, ?)
	WHERE {mine:h} AND (h.no, h.renamed) = (SELECT s.no, s.renamed FROM {sessions} s WHERE {mine:s} AND s.${column} = ?)
		AND h.ended_at IS NULL
		AND h.head < ${MAX_OFFSETS}
	RETURNING h.no, h.head, h.fence, h.mode
), written AS (
	INSERT INTO {events} (tenant, no, "offset", kind, source, run_id, body)
	SELECT {tenant}, moved.no, moved.head - 1, ?, ?, ?, ? FROM moved
)
SELECT 1, (SELECT s.uid FROM {sessions} s WHERE {mine:s} AND s.no = moved.no), head, fence, mode FROM moved`;

const ONE = { name: one("name_key"), uid: one("uid") };

/*
 * Of several sessions, those that somebody else has just now are passed over: one that is held for long would keep all
 * others waiting. One alone waits.
 */
const many = (lock: string): string => `WITH asked AS MATERIALIZED (
	SELECT u.*, coalesce(named.no, known.no) AS no, named.renamed FROM unnest(CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS INTEGER[]), CAST(? AS INTEGER[]), CAST(? AS BIGINT[]),
		CAST(? AS BIGINT[]), CAST(? AS BIGINT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]))
		WITH ORDINALITY AS u (name, uid, n, messages, at, expected, fence, mode, key, print, lane)
	LEFT JOIN LATERAL (
		SELECT s.no, s.renamed FROM {sessions} s WHERE {mine:s} AND s.name_key = u.name OFFSET 0) named ON true
	LEFT JOIN LATERAL (SELECT s.no FROM {sessions} s WHERE {mine:s} AND s.uid = u.uid OFFSET 0) known ON true
), held AS MATERIALIZED (
	SELECT h.no FROM {heads} h WHERE {mine:h} AND h.no = ANY (ARRAY(SELECT no FROM asked)) ORDER BY h.no ${lock}
), moved AS (
	UPDATE {heads} h SET head = h.head + a.n, message_count = h.message_count + a.messages,
		updated_at = greatest(h.updated_at, a.at)
	FROM asked a WHERE {mine:h} AND h.no = ANY (ARRAY(SELECT no FROM held)) AND h.no = a.no AND h.ended_at IS NULL
		AND (a.renamed IS NULL OR h.renamed = a.renamed)
		AND h.head + a.n <= ${MAX_OFFSETS}
		AND (a.expected IS NULL OR h.head = a.expected) AND (a.fence IS NULL OR h.fence = a.fence)
		AND (a.mode IS NULL OR h.mode = a.mode) AND (a.key IS NULL OR NOT EXISTS (
			SELECT FROM {idempotency} k WHERE {mine:k} AND k.no = a.no AND k.key = a.key))
	RETURNING a.lane, h.no, h.head, h.fence, h.mode, a.n, a.key, a.print
), written AS (
	INSERT INTO {events} (tenant, no, "offset", kind, source, run_id, body)
	SELECT {tenant}, moved.no, moved.head - moved.n + e.i, e.kind, e.source, e.run_id, e.body
	FROM unnest(CAST(? AS INTEGER[]), CAST(? AS INTEGER[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]), CAST(? AS TEXT[]),
		CAST(? AS TEXT[])) AS e (lane, i, kind, source, run_id, body) JOIN moved ON moved.lane = e.lane
), kept AS (
	INSERT INTO {idempotency} (tenant, no, key, fingerprint, first_offset, count)
	SELECT {tenant}, no, key, print, head - n, n FROM moved WHERE key IS NOT NULL
)
SELECT lane, (SELECT s.uid FROM {sessions} s WHERE {mine:s} AND s.no = moved.no), head, fence, mode FROM moved`;

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
	const { target, units, at } = lane;
	const event = units[0]?.events[0];
	const isPlain =
		lane.count === 1 && event && Object.values(lane.require).every((value) => value === undefined);
	if (!isPlain) return appendMany([lane]);
	const [text, key] = "name" in target ? [ONE.name, target.name.key] : [ONE.uid, target.uid];
	const { kind, source, runId, body } = event;
	return call(text, [1, messagesIn(lane), at, key, kind, source, runId ?? null, body]);
}

/** The statement for several lanes. */
export function appendMany(lanes: readonly Lane[]): SqlCall {
	const events = lanes.flatMap(({ units }, lane) =>
		units.flatMap((unit) => unit.events).map((event, i) => ({ event, i, lane: lane + 1 })),
	);
	return call(lanes.length > 1 ? SEVERAL : ALONE, [
		lanes.map(({ target }) => ("name" in target ? target.name.key : null)),
		lanes.map(({ target }) => ("name" in target ? null : target.uid)),
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
