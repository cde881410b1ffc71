import type { EventKind, SessionUid, TenantId } from "../../event/index.ts";
import type { LogStretch, PlacedEvent } from "../ports/index.ts";
import { type Sql, tuples } from "./call.ts";
import { bySize, each, toChunks } from "./chunks.ts";
import { MAX_OFFSET } from "./read-events.ts";

const numbersOf = bySize(
	(uids) => `SELECT uid, no FROM {sessions} WHERE tenant = ? AND uid IN (${each(uids, "?")})`,
);
const textFor = bySize(
	(kinds) => `SELECT {event_offset}, body FROM {events} WHERE {mine} AND {event_from} AND {event_to}
	AND kind IN (${each(kinds, "?")}) ORDER BY {event_order}`,
);

/**
 * For in-process databases: one statement per stretch is cheaper there than one that has to be planned for
 * all.
 */
export function* readStretches(
	tenant: TenantId,
	stretches: readonly LogStretch[],
	kinds: readonly EventKind[],
): Sql<PlacedEvent[]> {
	const events: PlacedEvent[] = [];
	if (kinds.length === 0) return events;
	const numbers = new Map<string, number>();
	const uids: SessionUid[] = [...new Set(stretches.map(({ uid }) => uid))];
	for (const chunk of toChunks(uids)) {
		const found = yield* tuples<[uid: string, no: number]>(numbersOf(chunk), tenant, ...chunk);
		for (const [uid, no] of found) numbers.set(uid, no);
	}
	for (const { uid, from, to } of stretches) {
		const no = numbers.get(uid);
		if (no === undefined || to < from) continue;
		const found = yield* tuples<[number, string]>(
			textFor(kinds),
			no,
			Math.max(0, from),
			no,
			Math.min(to, MAX_OFFSET),
			...kinds,
		);
		for (const [offset, body] of found) events.push({ uid, offset, body });
	}
	return events;
}
