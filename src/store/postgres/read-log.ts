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
const text = (column: "name_key" | "uid", direction: "ASC" | "DESC"): string => `
	SELECT ${OF_SESSION}, h.base || ' ' || h.head || ' ' || s.uid FROM {sessions} s JOIN {heads} h ON {mine:h} AND h.no = s.no
	WHERE {mine:s} AND s.${column} = ?
	UNION ALL (SELECT "offset", body FROM {events} e WHERE {mine:e}
		AND e.no = (SELECT s.no FROM {sessions} s WHERE {mine:s} AND s.${column} = ?) AND e."offset" > CAST(? AS BIGINT)
		AND e."offset" < CAST(? AS BIGINT) AND (CAST(? AS TEXT[]) IS NULL OR e.kind = ANY (?))
		AND (CAST(? AS TEXT[]) IS NULL OR e.source = ANY (?)) AND (CAST(? AS TEXT) IS NULL OR e.run_id = ?)
		ORDER BY e."offset" ${direction} LIMIT ?)`;

const TEXTS = {
	name: { oldest: text("name_key", "ASC"), newest: text("name_key", "DESC") },
	uid: { oldest: text("uid", "ASC"), newest: text("uid", "DESC") },
};

const clamp = (offset: number): number => Math.max(-1, Math.min(offset, END));

export function* readLog(target: SessionTarget, query: EventQuery): Sql<LogPage | undefined> {
	const [texts, key] = "name" in target ? [TEXTS.name, target.name.key] : [TEXTS.uid, target.uid];
	// PostgreSQL's arrays are no values that every engine takes.
	const kinds = (query.kinds ?? null) as unknown as SqlValue;
	const sources = (query.sources ?? null) as unknown as SqlValue;
	const runId = query.runId ?? null;
	const found = yield* tuples<[number, string]>(
		query.newest ? texts.newest : texts.oldest,
		...[key, key, clamp(query.after), clamp(query.before ?? END)],
		...[kinds, kinds, sources, sources, runId, runId, Math.max(0, query.limit)],
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
