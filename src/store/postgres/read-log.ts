import type { SessionUid } from "../../event/index.ts";
import type { EventQuery, LogPage, SessionTarget } from "../ports/index.ts";
import { type Sql, type SqlValue, tuples } from "../sql/call.ts";

/** One more than the maximum offset. */
const END = 2 ** 31;
/** The offset of the row with the session itself. */
const OF_SESSION = -1;

/*
 * The session and its events in one statement, so that a read costs one round trip. In-process databases look
 * the session up first, which is cheaper for them. The session is an additional row, not additional columns
 * of each row.
 *
 * The server keeps a plan only if it estimates that planning for the current values gains nothing, and
 * planning takes longer than the read itself. Therefore such values are hidden from it: offsets come from
 * sub-selects, and common limits are in the text.
 */
const OFTEN = new Set([1, 2, 10, 20, 30, 50, 60, 64, 100, 128, 150, 200, 256, 300, 500, 1_000, 10_000]);

const FILTERS = `AND (CAST(? AS TEXT[]) IS NULL OR e.kind = ANY (?)) AND (CAST(? AS TEXT[]) IS NULL OR e.source = ANY (?))
	AND (CAST(? AS TEXT) IS NULL OR e.run_id = ?)`;

const text = (column: string, direction: string, filters: string, limit: string): string => `
	SELECT ${OF_SESSION}, h.base || ' ' || h.head || ' ' || s.uid FROM {sessions} s JOIN {heads} h ON {mine:h} AND h.no = s.no
	WHERE {mine:s} AND s.${column} = ?
	UNION ALL (SELECT "offset", body FROM {events} e WHERE {mine:e}
		AND e.no = (SELECT s.no FROM {sessions} s WHERE {mine:s} AND s.${column} = ?)
		AND e."offset" > (SELECT CAST(? AS BIGINT)) AND e."offset" < (SELECT CAST(? AS BIGINT)) ${filters}
		ORDER BY e."offset" ${direction} LIMIT ${limit})`;

/** Created once each; there are few. */
const texts = new Map<string, string>();

function textFor(
	column: "name_key" | "uid",
	direction: "ASC" | "DESC",
	filters: string,
	limit: string,
): string {
	const key = `${column} ${direction} ${filters === ""} ${limit}`;
	const known = texts.get(key) ?? text(column, direction, filters, limit);
	texts.set(key, known);
	return known;
}

const clamp = (offset: number): number => Math.max(-1, Math.min(offset, END));

export function* readLog(target: SessionTarget, query: EventQuery): Sql<LogPage | undefined> {
	const { kinds, sources, runId, newest, limit } = query;
	const [column, key] =
		"name" in target ? (["name_key", target.name.key] as const) : (["uid", target.uid] as const);
	const isFiltered = kinds !== undefined || sources !== undefined || runId !== undefined;
	// PostgreSQL's arrays are not values that every database accepts.
	const [ofKinds, ofSources] = [kinds ?? null, sources ?? null] as unknown as SqlValue[];
	const filters = [ofKinds, ofKinds, ofSources, ofSources, runId ?? null, runId ?? null] as SqlValue[];
	const isOften = OFTEN.has(limit);
	const found = yield* tuples<[number, string]>(
		textFor(column, newest ? "DESC" : "ASC", isFiltered ? FILTERS : "", isOften ? `${limit}` : "?"),
		key,
		key,
		clamp(query.after),
		clamp(query.before ?? END),
		...(isFiltered ? filters : []),
		...(isOften ? [] : [Math.max(0, limit)]),
	);
	let session: string | undefined;
	const events: LogPage["events"] = [];
	for (const [offset, body] of found) {
		if (offset === OF_SESSION) session = body;
		else events.push({ offset, body });
	}
	if (session === undefined) return undefined;
	const [base, head, uid] = session.split(" ");
	if (newest) events.reverse();
	return { uid: uid as SessionUid, base: Number(base), head: Number(head), events };
}
