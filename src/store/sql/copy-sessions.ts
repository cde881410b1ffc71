import { countsAsMessage } from "../../event/index.ts";
import { ownState, sessionWrites, stateJson } from "../../state/index.ts";
import {
	checkOffset,
	type ForkPlan,
	type LoadPlan,
	loadedSessionRecord,
	newSessionRecord,
	type PruneLimits,
	type PruneOutcome,
	replayBodies,
	type SessionRecord,
	type SessionTarget,
	sessionExists,
	withoutUserKeys,
} from "../ports/index.ts";
import { headOf, insertSession, needParent, writeHead } from "./append-events.ts";
import { row, rows, type Sql, tell, tuples } from "./call.ts";
import { eraseSession } from "./erase.ts";
import { dropSegments } from "./erase-facts.ts";
import { findSession, getSession, lockSession, needSession, shareSession } from "./find-session.ts";
import { EVENT_COLUMNS, eventInsert, insertEvents } from "./insert-events.ts";
import { MAX_OFFSET, readDeltas } from "./read-events.ts";
import { readBaseState } from "./read-state.ts";
import { pruneRuns } from "./runs.ts";
import { lockDescendants } from "./session-tree.ts";
import { oweSubscriptions } from "./subscriptions.ts";
import { replaceOwnState, writeState, writesOf } from "./write-state.ts";

/**
 * Copies events `first` to `last` of one session into another, moved by `shift`. Returns how many are
 * messages.
 */
export function* copyEvents(
	from: number,
	first: number,
	last: number,
	to: number,
	shift: number,
): Sql<number> {
	const range = "{mine} AND {event_from} AND {event_to}";
	yield tell(
		`INSERT INTO {events} ({event_key}, ${EVENT_COLUMNS})
		SELECT {event_moved}, ${EVENT_COLUMNS} FROM {events} WHERE ${range}`,
		to,
		shift,
		from,
		first,
		from,
		last,
	);
	const counted = yield* row<{ n: number }>(
		`SELECT count(*) AS n FROM {events} WHERE ${range} AND kind IN ('message', 'reply')`,
		from,
		first,
		from,
		last,
	);
	return counted?.n ?? 0;
}

/** Removes `user:` keys from the deltas of a copy. */
function* dropUserKeys(no: number): Sql<void> {
	const found = yield* tuples<[number, string]>(
		"SELECT {event_offset}, body FROM {events} WHERE {mine} AND {event_from} AND {event_to} AND delta = 1",
		no,
		0,
		no,
		MAX_OFFSET,
	);
	for (const [offset, body] of found) {
		const kept = withoutUserKeys(body);
		const delta = kept.hasDelta ? 1 : null;
		const text = "UPDATE {events} SET body = ?, delta = ? WHERE {mine} AND {event_at}";
		yield tell(text, kept.body, delta, no, offset);
	}
}

export function* forkSession(plan: ForkPlan): Sql<SessionRecord> {
	const source = yield* needSession(plan.source, shareSession);
	checkOffset(source, plan.offset);
	if (yield* findSession({ name: plan.to })) throw sessionExists(plan.to, "fork to another id");
	const hasUser = plan.to.userId !== undefined;
	const titled = yield* row<{ title: string | null }>(
		"SELECT title FROM {sessions} WHERE {mine} AND no = ?",
		source.no,
	);
	const ofUser = source.user_id !== null;
	const baseState = ownState(ownState(yield* readBaseState(source.no), ofUser), hasUser);
	const title = titled?.title ?? undefined;
	const nothing = { metadata: {}, state: [], parent: undefined };
	const seed = { uid: plan.uid, mode: "auto" as const, title, ...nothing, createdAt: plan.at };
	const record = { ...newSessionRecord(plan.to, seed), base: source.base };
	const fork = yield* insertSession(plan.to, record, baseState);
	const messages = yield* copyEvents(source.no, source.base, plan.offset, fork.no, 0);
	if (ofUser && !hasUser) yield* dropUserKeys(fork.no);
	const state = new Map(baseState);
	replayBodies(state, yield* readDeltas(fork.no, source.base, plan.offset), hasUser);
	yield* replaceOwnState(fork.no, state);
	yield eventInsert(fork.no, plan.offset + 1, plan.lifecycle, plan.at);
	const head = plan.offset + 2;
	yield* writeHead(fork.no, { ...headOf(fork), head, messageCount: messages, consolidatedTo: head });
	// Copied events were already delivered for their source.
	yield oweSubscriptions(fork, plan.offset + 1);
	return (yield* getSession({ name: plan.to })) as SessionRecord;
}

export function* loadSession(plan: LoadPlan): Sql<"created" | "replaced" | "skipped"> {
	const existing = yield* lockSession({ name: plan.name });
	if (existing && plan.onConflict === "skip") return "skipped";
	if (existing && plan.onConflict === "fail") {
		throw sessionExists(plan.name, 'import with onConflict "skip" or "replace"');
	}
	if (existing) {
		for (const { no } of yield* lockDescendants(existing.uid)) yield* eraseSession(no);
		yield* eraseSession(existing.no);
	}
	if (plan.parent !== undefined) yield* needParent(plan.name, plan.parent);
	const hasUser = plan.name.userId !== undefined;
	const baseState = ownState(plan.baseState, hasUser);
	const session = yield* insertSession(plan.name, loadedSessionRecord(plan), baseState);
	yield* replaceOwnState(session.no, baseState);
	yield* insertEvents(session.no, plan.base, plan.events, plan.storedAt);
	yield* writeState(session, sessionWrites(writesOf(plan.events), hasUser));
	return existing ? "replaced" : "created";
}

const MAX_PRUNE_STEP = 256;

interface AgedEvent {
	kind: string;
	stored_at: number | null;
	/** Only set if there is no storage time. */
	body: string | null;
}

/** When an event was stored. An event from before storage times were recorded counts from its own time. */
const storedAt = ({ stored_at, body }: AgedEvent): number =>
	stored_at ?? Date.parse((JSON.parse(body ?? "{}") as { at: string }).at);

export function* pruneSession(
	target: SessionTarget,
	{ storedBefore, consolidatedOnly }: PruneLimits,
): Sql<PruneOutcome> {
	const session = yield* lockSession(target);
	if (!session) return { events: 0, unread: false };
	const { no, base, head } = session;
	const limit = consolidatedOnly ? session.consolidated_to : head;
	let end = base;
	let unread = false;
	let messages = 0;
	// Most sessions have nothing to remove: one event shows that.
	let step = 1;
	scan: while (end < head) {
		const found = yield* rows<AgedEvent>(
			`SELECT kind, stored_at, CASE WHEN stored_at IS NULL THEN body END AS body FROM {events}
			WHERE {mine} AND {event_from} AND {event_to} ORDER BY {event_order}`,
			no,
			end,
			no,
			Math.min(end + step, head) - 1,
		);
		step = Math.min(step * 2, MAX_PRUNE_STEP);
		for (const event of found) {
			if (storedAt(event) >= storedBefore) break scan;
			unread = end >= limit;
			if (unread) break scan;
			if (countsAsMessage(event.kind)) messages++;
			end++;
		}
	}
	if (end === base) return { events: 0, unread };
	const state = yield* readBaseState(no);
	replayBodies(state, yield* readDeltas(no, base, end - 1), session.user_id !== null);
	yield tell("UPDATE {sessions} SET base_state = ? WHERE {mine} AND no = ?", stateJson(state), no);
	yield* dropSegments(no, end);
	yield tell("DELETE FROM {events} WHERE {mine} AND {event_from} AND {event_to}", no, base, no, end - 1);
	yield tell(
		"UPDATE {heads} SET base = ?, message_count = message_count - ? WHERE {mine} AND no = ?",
		end,
		messages,
		no,
	);
	yield* pruneRuns(session, end);
	return { events: end - base, unread };
}
