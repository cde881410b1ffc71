import type { TenantId } from "../../../event/index.ts";
import type { TransferCursor, TransferKey, TransferPage, TransferRow } from "../../ports/index.ts";
import { type Sql, type SqlCall, type SqlValue, tell, tuples } from "../call.ts";
import { each, toChunks } from "../chunks.ts";
import { MAX_OFFSET } from "../read-events.ts";
import { EVENT, SEGMENT } from "./columns.ts";
import { type KindSql, name, pick } from "./kind.ts";
import { sessionNumbers } from "./session-numbers.ts";

/** How the rows of a session are found by offset. */
interface Table {
	columns: readonly string[];
	/**
	 * Offset and columns of the rows of a session after an offset, in order. Takes number, offset and limit.
	 */
	behind: string;
	/** Number, offset and columns of the rows that `at` finds. */
	select: string;
	/** The condition for one row. Takes number and offset. */
	at: string;
	store(no: number, offset: number, values: readonly SqlValue[]): SqlCall;
	remove: string;
}

const update = (columns: readonly string[]): string =>
	columns.map((column) => `${column} = excluded.${column}`).join(", ");

const STORE_EVENT = `INSERT INTO {events} ({event_key}, ${EVENT.join(", ")})
	VALUES ({event_value}, ${each(EVENT, "?")}) ON CONFLICT ({keyed}{event_key}) DO UPDATE SET ${update(EVENT)}`;
const STORE_SEGMENT = `INSERT INTO {segments} (session_no, from_offset, ${SEGMENT.join(", ")})
	VALUES (?, ?, ${each(SEGMENT, "?")}) ON CONFLICT ({keyed}session_no, from_offset) DO UPDATE SET ${update(SEGMENT)}`;

const EVENTS: Table = {
	columns: EVENT,
	behind: `SELECT {event_offset}, ${EVENT.join(", ")} FROM {events}
		WHERE {mine} AND {event_from} AND {event_to} ORDER BY {event_order} LIMIT ?`,
	select: `SELECT {event_no}, {event_offset}, ${EVENT.join(", ")} FROM {events}`,
	at: "{event_at}",
	store: (no, offset, values) => tell(STORE_EVENT, no, offset, ...values),
	remove: "DELETE FROM {events} WHERE {mine} AND {event_at}",
};

const SEGMENTS: Table = {
	columns: SEGMENT,
	behind: `SELECT from_offset, ${SEGMENT.join(", ")} FROM {segments}
		WHERE {mine} AND session_no = ? AND from_offset >= ? AND session_no = ? AND from_offset <= ?
		ORDER BY from_offset LIMIT ?`,
	select: `SELECT session_no, from_offset, ${SEGMENT.join(", ")} FROM {segments}`,
	at: "(session_no = ? AND from_offset = ?)",
	store: (no, offset, values) => tell(STORE_SEGMENT, no, offset, ...values),
	remove: "DELETE FROM {segments} WHERE {mine} AND session_no = ? AND from_offset = ?",
};

/** Sessions per call: most have few rows of a kind, or none. */
const SESSIONS = 256;

type Place = [created: number, uid: string, no: number];

const NEXT = "SELECT s.created_at, s.uid, s.no FROM {sessions} s WHERE s.tenant = ?";
const ORDER = "ORDER BY s.created_at, s.uid LIMIT ?";

/** Sessions from the cursor's on, including that one: its rows may have been read only in part. */
function* sessionsFrom(tenant: TenantId, after: TransferCursor | undefined): Sql<Place[]> {
	if (!after) return yield* tuples<Place>(`${NEXT} ${ORDER}`, tenant, SESSIONS);
	const [created, uid] = after as [number, string];
	const text = `${NEXT} AND (s.created_at, s.uid) >= (?, ?) ${ORDER}`;
	return yield* tuples<Place>(text, tenant, created, uid, SESSIONS);
}

function* read(
	table: Table,
	tenant: TenantId,
	after: TransferCursor | undefined,
	limit: number,
): Sql<TransferPage> {
	const rows: TransferRow[] = [];
	const sessions = yield* sessionsFrom(tenant, after);
	let done: TransferCursor | undefined;
	for (const [created, uid, no] of sessions) {
		const from = after && after[1] === uid ? (after[2] as number) + 1 : 0;
		const wanted = limit - rows.length;
		const found =
			from > MAX_OFFSET ? [] : yield* tuples<SqlValue[]>(table.behind, no, from, no, MAX_OFFSET, wanted);
		for (const [offset, ...values] of found)
			rows.push({ key: [uid, offset as number], values: name(table.columns, values) });
		if (found.length === wanted) return { rows, next: [created, uid, found.at(-1)?.[0] as number] };
		done = [created, uid, MAX_OFFSET];
	}
	return { rows, next: sessions.length === SESSIONS ? done : undefined };
}

const uidsOf = (keys: readonly TransferKey[]): string[] => keys.map(([uid]) => String(uid));

/** Rows with an offset in a session: events, and pieces of the index. */
function offsetKind(table: Table): KindSql {
	return {
		read: (tenant, { after, limit }) => read(table, tenant, after, limit),
		*get(tenant, keys) {
			const numbers = yield* sessionNumbers(tenant, uidsOf(keys));
			const uids = new Map([...numbers].map(([uid, no]) => [no, uid]));
			const places = keys.flatMap(([uid, offset]) => {
				const no = numbers.get(String(uid));
				return no === undefined ? [] : [[no, Number(offset)]];
			});
			const rows: TransferRow[] = [];
			for (const chunk of toChunks(places)) {
				const text = `${table.select} WHERE {mine} AND (${each(chunk, table.at, " OR ")})`;
				for (const [no, offset, ...values] of yield* tuples<SqlValue[]>(text, ...chunk.flat())) {
					const uid = uids.get(no as number) ?? "";
					rows.push({ key: [uid, offset as number], values: name(table.columns, values) });
				}
			}
			return rows;
		},
		*load(tenant, rows) {
			const numbers = yield* sessionNumbers(tenant, uidsOf(rows.map(({ key }) => key)));
			let count = 0;
			for (const { key, values } of rows) {
				const no = numbers.get(String(key[0]));
				if (no === undefined) continue;
				yield table.store(no, Number(key[1]), pick(values, table.columns));
				count++;
			}
			return count;
		},
		*remove(tenant, keys) {
			const numbers = yield* sessionNumbers(tenant, uidsOf(keys));
			for (const [uid, offset] of keys) {
				const no = numbers.get(String(uid));
				if (no !== undefined) yield tell(table.remove, no, Number(offset));
			}
		},
	};
}

export const eventKind = offsetKind(EVENTS);
export const segmentKind = offsetKind(SEGMENTS);
