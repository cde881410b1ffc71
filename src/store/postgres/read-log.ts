import type { SessionUid } from "../../event/index.ts";
import type { EventQuery, LogPage, SessionTarget } from "../ports/index.ts";
import type { SqlCall, SqlValue } from "../sql/call.ts";
import { tenantOf } from "./append-queue.ts";
import type { PostgresLink } from "./link.ts";

/** One past the last offset there can be. */
const END = 2 ** 31;

/*
 * The session and its events at once, so that reading costs one round trip; engines in the process look the session up
 * first, which is cheaper for them. Filters that are not asked for are null: the few texts stay prepared. An append that
 * commits between the two statements is in the events and not in the head, as if it had come a moment later.
 */
const texts = (column: "name_key" | "uid") => {
	const events = (direction: string): string => `SELECT "offset", body FROM {events} e WHERE {mine:e}
		AND e.no = (SELECT s.no FROM {sessions} s WHERE {mine:s} AND s.${column} = ?) AND e."offset" > CAST(? AS BIGINT)
		AND e."offset" < CAST(? AS BIGINT) AND (CAST(? AS TEXT[]) IS NULL OR e.kind = ANY (?))
		AND (CAST(? AS TEXT[]) IS NULL OR e.source = ANY (?)) AND (CAST(? AS TEXT) IS NULL OR e.run_id = ?)
		ORDER BY e."offset" ${direction} LIMIT ?`;
	return {
		head: `SELECT s.uid, h.base, h.head FROM {sessions} s JOIN {heads} h ON {mine:h} AND h.no = s.no
			WHERE {mine:s} AND s.${column} = ?`,
		oldest: events("ASC"),
		newest: events("DESC"),
	};
};

const BY = { name: texts("name_key"), uid: texts("uid") };

const clamp = (offset: number): number => Math.max(-1, Math.min(offset, END));

export async function readLog(
	link: PostgresLink,
	target: SessionTarget,
	query: EventQuery,
): Promise<LogPage | undefined> {
	const [by, key] = "name" in target ? [BY.name, target.name.key] : [BY.uid, target.uid];
	// PostgreSQL's arrays are no values that every engine takes.
	const kinds = (query.kinds ?? null) as unknown as SqlValue;
	const sources = (query.sources ?? null) as unknown as SqlValue;
	const runId = query.runId ?? null;
	const range = [clamp(query.after), clamp(query.before ?? END)];
	const filters = [kinds, kinds, sources, sources, runId, runId];
	const events: SqlCall = {
		text: query.newest ? by.newest : by.oldest,
		params: [key, ...range, ...filters, Math.max(0, query.limit)],
		want: "arrays",
	};
	const head: SqlCall = { text: by.head, params: [key], want: "first" };
	const [session, found] = (await link.readTogether(tenantOf({ target }), [head, events])) as [
		[SessionUid, number, number] | undefined,
		[number, string][],
	];
	if (!session) return undefined;
	const [uid, base, next] = session;
	const page = found.map(([offset, body]) => ({ offset, body }));
	return { uid, base, head: next, events: query.newest ? page.reverse() : page };
}
