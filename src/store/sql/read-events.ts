import type { SessionUid } from "../../event/index.ts";
import type { EventQuery, LogPage, SessionTarget } from "../ports/index.ts";
import { rows, type Sql, type SqlValue, tuples } from "./call.ts";
import { findSession } from "./find-session.ts";

/**
 * An event's key is one integer: the session's number in the high bits, the offset in the low 32. The log of a
 * session is then one contiguous range of the table itself, without an index beside it.
 */
export const POS = "((CAST(? AS BIGINT) << 32) | ?)";
export const OFFSET_OF_POS = "(pos & 4294967295)";
export const MAX_OFFSET = 0xffffffff;

export function* readEvents(target: SessionTarget, query: EventQuery): Sql<LogPage | undefined> {
	const session = yield* findSession(target);
	if (!session) return undefined;
	const { no, base, head } = session;
	const events = yield* readRange(
		no,
		Math.max(query.after + 1, base),
		(query.before ?? MAX_OFFSET) - 1,
		query,
	);
	return { uid: session.uid as SessionUid, base, head, events };
}

function* readRange(no: number, first: number, last: number, query: EventQuery): Sql<LogPage["events"]> {
	if (last < first || first > MAX_OFFSET || query.limit <= 0) return [];
	if (query.kinds?.length === 0 || query.sources?.length === 0) return [];
	const params: SqlValue[] = [no, first, no, Math.min(last, MAX_OFFSET)];
	let where = `pos >= ${POS} AND pos <= ${POS}`;
	const among = (column: string, values: readonly string[] | undefined): void => {
		if (!values) return;
		where += ` AND ${column} IN (${values.map(() => "?").join(", ")})`;
		params.push(...values);
	};
	among("kind", query.kinds);
	among("source", query.sources);
	among("run_id", query.runId === undefined ? undefined : [query.runId]);
	const direction = query.newest ? "DESC" : "ASC";
	const text = `SELECT ${OFFSET_OF_POS}, body FROM {events} WHERE ${where} ORDER BY pos ${direction} LIMIT ?`;
	const found = yield* tuples<[number, string]>(text, ...params, query.limit);
	const events = found.map(([offset, body]) => ({ offset, body }));
	return query.newest ? events.reverse() : events;
}

/** The bodies of the events with a state delta, from `first` to `last`. */
export function* readDeltas(no: number, first: number, last: number): Sql<string[]> {
	if (last < first) return [];
	const text = `SELECT body FROM {events} WHERE pos >= ${POS} AND pos <= ${POS} AND delta = 1 ORDER BY pos`;
	const found = yield* rows<{ body: string }>(text, no, first, no, Math.min(last, MAX_OFFSET));
	return found.map(({ body }) => body);
}
