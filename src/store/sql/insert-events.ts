import type { EventDraft } from "../ports/index.ts";
import type { Sql, SqlCall, SqlValue } from "./call.ts";
import { each } from "./chunks.ts";

/** The columns of an event besides its key, in the order of `columns` below. */
export const EVENT_COLUMNS = "kind, source, run_id, delta, body, stored_at";

const insertText = (rows: number): string =>
	`INSERT INTO {events} ({event_key}, ${EVENT_COLUMNS})
	VALUES ${each(new Array(rows).fill(0), "({event_value}, ?, ?, ?, ?, ?, ?)")}`;
const ONE = insertText(1);
/** Rows per statement, largest first: a row among many costs half as much as a single one. */
const STATEMENTS = [64, 8, 1].map((rows) => ({ rows, text: insertText(rows) }));

function columns(no: number, offset: number, event: EventDraft, at: number): SqlValue[] {
	const delta = event.writes.length > 0 ? 1 : null;
	return [no, offset, event.kind, event.source, event.runId ?? null, delta, event.body, at];
}

/** The statement that stores one event; `at` is the storage time. */
export const eventInsert = (no: number, offset: number, event: EventDraft, at: number): SqlCall => ({
	text: ONE,
	params: columns(no, offset, event, at),
	want: "nothing",
});

/** Stores consecutive events from an offset on; `at` is the storage time. */
export function* insertEvents(
	no: number,
	from: number,
	events: readonly EventDraft[],
	at: number,
): Sql<void> {
	let next = 0;
	for (const { rows, text } of STATEMENTS) {
		for (; next + rows <= events.length; next += rows) {
			const params = events
				.slice(next, next + rows)
				.flatMap((event, i) => columns(no, from + next + i, event, at));
			yield { text, params, want: "nothing" };
		}
	}
}
