import type { SessionUid } from "../../event/index.ts";
import type { EventQuery, LogPage, SessionTarget } from "../ports/index.ts";
import { type Sql, type SqlValue, tuples } from "../sql/call.ts";

/** One past the last offset there can be. */
const END = 2 ** 31;
/** The offset of the row that tells of the session itself. */
const OF_SESSION = -1;

/*
 * The session and its events in one statement, so that reading costs one round trip; engines in the process look the
 * session up first, which is cheaper for them. The session comes as one more row, not as more columns of each. Filters that
 * are not asked for are null: the few texts stay prepared.
 */
const text = (column: "name_key" | "uid", direction: "ASC" | "DESC", limit: string): string => `
	SELECT ${OF_SESSION}, h.base || ' ' || h.head || ' ' || s.uid FROM {sessions} s JOIN {heads} h ON {mine:h} AND h.no = s.no
	WHERE {mine:s} AND s.${column} = ?
	UNION ALL (SELECT "offset", body FROM {events} e WHERE {mine:e}
		AND e.no = (SELECT s.no FROM {sessions} s WHERE {mine:s} AND s.${column} = ?) AND e."offset" > CAST(? AS BIGINT)
		AND e."offset" < CAST(? AS BIGINT) AND (CAST(? AS TEXT[]) IS NULL OR e.kind = ANY (?))
		AND (CAST(? AS TEXT[]) IS NULL OR e.source = ANY (?)) AND (CAST(? AS TEXT) IS NULL OR e.run_id = ?)
		ORDER BY e."offset" ${direction} LIMIT ${limit})`;

/*
 * The server keeps a plan only if it thinks that planning for the values at hand gains nothing. Where the limit is one of
 * them it always seems to gain, and each read is planned anew. So limits that are asked for often are in the text.
 */
const OFTEN = new Set([1, 2, 10, 20, 30, 50, 60, 64, 100, 128, 150, 200, 256, 300, 500, 1_000, 10_000]);

const known = new Map<string, string>();

function textFor(
	column: "name_key" | "uid",
	{ newest, limit }: EventQuery,
): { text: string; limit: number[] } {
	const direction = newest ? "DESC" : "ASC";
	const often = OFTEN.has(limit) ? `${limit}` : "?";
	const key = `${column} ${direction} ${often}`;
	const found = known.get(key) ?? text(column, direction, often);
	known.set(key, found);
	return { text: found, limit: often === "?" ? [Math.max(0, limit)] : [] };
}

const clamp = (offset: number): number => Math.max(-1, Math.min(offset, END));

export function* readLog(target: SessionTarget, query: EventQuery): Sql<LogPage | undefined> {
	const [column, key] =
		"name" in target ? (["name_key", target.name.key] as const) : (["uid", target.uid] as const);
	const { text, limit } = textFor(column, query);
	// PostgreSQL's arrays are no values that every engine takes.
	const kinds = (query.kinds ?? null) as unknown as SqlValue;
	const sources = (query.sources ?? null) as unknown as SqlValue;
	const runId = query.runId ?? null;
	const found = yield* tuples<[number, string]>(
		text,
		...[key, key, clamp(query.after), clamp(query.before ?? END)],
		...[kinds, kinds, sources, sources, runId, runId, ...limit],
	);
	let session: string | undefined;
	const events: LogPage["events"] = [];
	for (const [offset, body] of found) {
		if (offset === OF_SESSION) session = body;
		else events.push({ offset, body });
	}
	if (session === undefined) return undefined;
	const [base, head, uid] = session.split(" ");
	if (query.newest) events.reverse();
	return { uid: uid as SessionUid, base: Number(base), head: Number(head), events };
}
