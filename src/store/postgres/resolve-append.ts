import { setTimeout as pause } from "node:timers/promises";
import type { SessionMode, SessionUid } from "../../event/index.ts";
import type { AppendOutcome, AppendUnit } from "../ports/index.ts";
import { first, type Sql, tuples } from "../sql/call.ts";
import { findSession } from "../sql/find-session.ts";
import type { LostAnswer, PostgresLink } from "./link.ts";

/** Others may have appended in the meantime, but hardly more than this. */
const WINDOW = 5_000;

/*
 * Whether the server process of the statement is still working on it. A process with the same number that
 * began after the statement was sent is another one. Times are durations on one clock each: no two clocks are
 * compared. If the role may not see when a process began, it counts as the same.
 */
const STILL_AT_IT = `SELECT count(*) FROM pg_stat_activity
	WHERE pid = ? AND coalesce(extract(epoch FROM clock_timestamp() - backend_start) * 1000 > ?, true)`;

/**
 * Finds out what happened to an append whose response was lost. Returns its outcome if the log has it;
 * undefined if it certainly did not happen and can be repeated. With an idempotency key, nothing has to be
 * found out: a repeat tells.
 */
export async function resolveAppend(
	link: PostgresLink,
	unit: AppendUnit,
	{ process, sentAt, cause }: LostAnswer,
): Promise<AppendOutcome | undefined> {
	if (unit.require.idempotency) return undefined;
	// Behind a pooler, the process number is the pooler's.
	if (process === undefined || link.settings.pooler) throw link.unknownOutcome(cause);
	const { target } = unit;
	const tenant = "name" in target ? target.name.tenant : target.tenant;
	const deadline = sentAt + link.settings.timeoutMs;
	for (let attempt = 1; ; attempt++) {
		const [busy] = await link.read(tenant, () => isAtIt(process, performance.now() - sentAt));
		if (busy === 0) return link.snapshot(tenant, () => findAppended(unit));
		if (performance.now() > deadline) throw link.unknownOutcome(cause);
		await pause(Math.min(100, 5 * attempt));
	}
}

function* isAtIt(process: number, elapsedMs: number): Sql<[number]> {
	return (yield first(STILL_AT_IT, [process, elapsedMs])) as [number];
}

/** Searches the unit at the end of the log. Every event has its own id, so no two bodies are equal. */
export function* findAppended({ target, events }: AppendUnit): Sql<AppendOutcome | undefined> {
	const session = yield* findSession(target);
	const [event] = events;
	if (!session || !event) return undefined;
	const { no, head } = session;
	const [found] = yield* tuples<[number]>(
		"SELECT {event_offset} FROM {events} WHERE {mine} AND {event_from} AND body = ?",
		no,
		Math.max(0, head - WINDOW),
		event.body,
	);
	if (!found) return undefined;
	return {
		uid: session.uid as SessionUid,
		firstOffset: found[0],
		head: found[0] + events.length,
		fence: session.fence,
		mode: session.mode as SessionMode,
		created: false,
		replayed: undefined,
	};
}
