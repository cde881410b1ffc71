import type { EventKind, SessionUid } from "../../event/index.ts";
import type { LogStretch, PlacedEvent } from "../ports/index.ts";
import { type Sql, type SqlValue, tuples } from "../sql/call.ts";

/** All stretches in one statement: the cost here is the round trip to the server. */
const TEXT = `SELECT w.uid, e."offset", e.body
	FROM unnest(CAST(? AS TEXT[]), CAST(? AS BIGINT[]), CAST(? AS BIGINT[])) AS w (uid, first, last)
	JOIN {sessions} s ON {mine:s} AND s.uid = w.uid
	JOIN {events} e ON {mine:e} AND e.no = s.no AND e."offset" >= w.first AND e."offset" <= w.last
	WHERE e.kind = ANY (?) ORDER BY e.no, e."offset"`;

export function* readStretches(
	stretches: readonly LogStretch[],
	kinds: readonly EventKind[],
): Sql<PlacedEvent[]> {
	if (stretches.length === 0) return [];
	// PostgreSQL's arrays are not values that every database accepts.
	const params = [
		stretches.map(({ uid }) => uid),
		stretches.map(({ from }) => from),
		stretches.map(({ to }) => to),
		[...kinds],
	] as unknown as SqlValue[];
	const found = yield* tuples<[uid: string, offset: number, body: string]>(TEXT, ...params);
	return found.map(([uid, offset, body]) => ({ uid: uid as SessionUid, offset, body }));
}
