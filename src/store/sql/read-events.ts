import { MAX_OFFSETS, type SessionUid } from "../../event/index.ts";
import type { EventQuery, LogPage, SessionTarget } from "../ports/index.ts";
import { rows, type Sql, type SqlValue, tuples } from "./call.ts";
import { findSession } from "./find-session.ts";

/** The maximum offset of a session. */
export const MAX_OFFSET = MAX_OFFSETS - 1;

export function* readEvents(target: SessionTarget, query: EventQuery): Sql<LogPage | undefined> {
	const session = yield* findSession(target);
	if (!session) return undefined;
	const { no, base, head } = session;
	const last = (query.before ?? MAX_OFFSETS) - 1;
	const events = yield* readRange(no, Math.max(query.after + 1, base), last, query);
	return { uid: session.uid as SessionUid, base, head, events };
}

function* readRange(no: number, first: number, last: number, query: EventQuery): Sql<LogPage["events"]> {
	if (last < first || first > MAX_OFFSET || query.limit <= 0) return [];
	if (query.kinds?.length === 0 || query.sources?.length === 0) return [];
	const params: SqlValue[] = [no, first, no, Math.min(last, MAX_OFFSET)];
	let where = "{mine} AND {event_from} AND {event_to}";
	const among = (column: string, values: readonly string[] | undefined): void => {
		if (!values) return;
		where += ` AND ${column} IN (${values.map(() => "?").join(", ")})`;
		params.push(...values);
	};
	among("kind", query.kinds);
	among("source", query.sources);
	among("run_id", query.runId === undefined ? undefined : [query.runId]);
	const direction = query.newest ? "DESC" : "ASC";
	const text = `SELECT {event_offset}, body FROM {events} WHERE ${where} ORDER BY {event_order} ${direction} LIMIT ?`;
	const found = yield* tuples<[number, string]>(text, ...params, query.limit);
	const events = found.map(([offset, body]) => ({ offset, body }));
	return query.newest ? events.reverse() : events;
}

/** The bodies of the events with a state delta, from `first` to `last`. */
export function* readDeltas(no: number, first: number, last: number): Sql<string[]> {
	if (last < first) return [];
	const found = yield* rows<{ body: string }>(
		`SELECT body FROM {events} WHERE {mine} AND {event_from} AND {event_to} AND delta = 1 ORDER BY {event_order}`,
		no,
		first,
		no,
		Math.min(last, MAX_OFFSET),
	);
	return found.map(({ body }) => body);
}
