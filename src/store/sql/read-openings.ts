import type { SessionUid, TenantId } from "../../event/index.ts";
import { OPENING_CHARS, type Opening } from "../ports/index.ts";
import { type Sql, tuples } from "./call.ts";
import { bySize, each, toChunks } from "./chunks.ts";
import { FROM_SESSIONS } from "./find-session.ts";

/**
 * The first early event with this condition that is not erased: the mark of an erasure is the last member of
 * a body.
 */
const first = (condition: string): string => `(SELECT substr(e.body, 1, ${OPENING_CHARS}) FROM {events} e
	WHERE {mine:e} AND {event_early} AND ${condition} AND e.body NOT LIKE '%"erased":true}' ORDER BY {event_order} LIMIT 1)`;

const textFor = bySize(
	(uids) => `SELECT s.uid, coalesce(${first("e.kind = 'message' AND e.source = 'user'")},
	${first("e.kind IN ('message', 'reply')")}) ${FROM_SESSIONS} WHERE s.tenant = ? AND s.uid IN (${each(uids, "?")})`,
);

export function* readOpenings(tenant: TenantId, uids: readonly SessionUid[]): Sql<Opening[]> {
	const openings: Opening[] = [];
	for (const chunk of toChunks(uids)) {
		const found = yield* tuples<[uid: string, body: string | null]>(textFor(chunk), tenant, ...chunk);
		for (const [uid, body] of found) if (body !== null) openings.push({ uid: uid as SessionUid, body });
	}
	return openings;
}
