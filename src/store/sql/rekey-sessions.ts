import type { TenantId, UserId } from "../../event/index.ts";
import { EXTERNAL_ID, ownState } from "../../state/index.ts";
import {
	checkLogSize,
	mergeDetails,
	mergeState,
	mergeUsers,
	noUser,
	type RekeyPlan,
	type SessionDetails,
	type SessionRecord,
	type SessionTarget,
	sessionExists,
	sessionRuns,
	type UserRekeyPlan,
	userExists,
} from "../ports/index.ts";
import { headOf, writeHead } from "./append-events.ts";
import { row, rows, type Sql, tell, tuples } from "./call.ts";
import { copyEvents } from "./copy-sessions.ts";
import { eraseSession } from "./erase.ts";
import { lockLine } from "./find-run.ts";
import {
	FROM_SESSIONS,
	getSession,
	lockSession,
	nameOf,
	needSession,
	type SessionRow,
} from "./find-session.ts";
import { eventInsert } from "./insert-events.ts";
import { hasFacts, landFacts, mergeFacts, moveUserFacts } from "./move-facts.ts";
import { readDeltas } from "./read-events.ts";
import { readOwnState } from "./read-state.ts";
import { moveRuns } from "./runs.ts";
import { adoptChildren } from "./session-tree.ts";
import { oweSubscriptions } from "./subscriptions.ts";
import { deleteUser, findUser, holdUser, putUser } from "./users.ts";
import { replaceOwnState } from "./write-state.ts";

/** Moves the `user:` keys of an anonymous session to the user. Existing keys of the user stay. */
function* moveUserKeys(source: SessionRow, userId: string | undefined): Sql<void> {
	if (source.user_id !== null || userId === undefined) return;
	yield tell(
		`INSERT INTO {shared_state} (tenant, agent_id, user_id, key, value)
		SELECT ?, ?, ?, key, value FROM {session_state} WHERE {mine} AND no = ? AND substr(key, 1, 5) = 'user:'
		ON CONFLICT DO NOTHING`,
		source.tenant,
		source.agent_id,
		userId,
		source.no,
	);
	const text = "DELETE FROM {session_state} WHERE {mine} AND no = ? AND substr(key, 1, 5) = 'user:'";
	yield tell(text, source.no);
}

function* rename(source: SessionRow, plan: RekeyPlan): Sql<void> {
	const { userId, sessionId, key } = plan.to;
	const lifecycle = plan.lifecycle({ from: nameOf(source), merged: undefined, state: new Map() });
	yield* moveUserKeys(source, userId);
	yield* landFacts(source, userId);
	yield tell(
		"UPDATE {sessions} SET user_id = ?, session_id = ?, name_key = ? WHERE {mine} AND no = ?",
		userId ?? null,
		sessionId,
		key,
		source.no,
	);
	yield eventInsert(source.no, source.head, lifecycle, plan.at);
	const updatedAt = Math.max(source.updated_at, plan.at);
	yield* writeHead(source.no, { ...headOf(source), head: source.head + 1, updatedAt });
	yield oweSubscriptions(source, source.head);
}

/**
 * Writes the merged title and metadata to the target. Returns the last run, which is stored in another table.
 */
function* writeDetails(source: SessionRow, target: SessionRow): Sql<string | undefined> {
	const detailsOf = function* ({ no, last_run_id: lastRunId }: SessionRow): Sql<SessionDetails> {
		const text = "SELECT title, metadata FROM {sessions} WHERE {mine} AND no = ?";
		const found = yield* row<{ title: string | null; metadata: string }>(text, no);
		const metadata = JSON.parse(found?.metadata ?? "{}");
		return { title: found?.title ?? undefined, metadata, lastRunId: lastRunId ?? undefined };
	};
	const { title, metadata, lastRunId } = mergeDetails(yield* detailsOf(source), yield* detailsOf(target));
	const externalId = metadata[EXTERNAL_ID];
	yield tell(
		"UPDATE {sessions} SET title = ?, metadata = ?, external_id = ? WHERE {mine} AND no = ?",
		title ?? null,
		JSON.stringify(metadata),
		typeof externalId === "string" ? externalId : null,
		target.no,
	);
	return lastRunId;
}

function* merge(source: SessionRow, target: SessionRow, plan: RekeyPlan): Sql<void> {
	// A live run writes to the session it began in, so the session cannot be merged into another.
	const live = (yield* lockLine(source)).find(({ expired }) => !expired);
	if (live) throw sessionRuns(nameOf(source), live.id);
	checkLogSize(target.head, source.head - source.base + 1);
	const lastRunId = yield* writeDetails(source, target);
	yield* moveUserKeys(source, target.user_id ?? undefined);
	const hasUser = target.user_id !== null;
	const { state, extra } = mergeState({
		target: yield* readOwnState(target.no),
		source: ownState(yield* readOwnState(source.no), hasUser),
		sourceBodies: yield* readDeltas(source.no, source.base, source.head - 1),
		hasUser,
	});
	const firstOffset = target.head;
	const shift = firstOffset - source.base;
	const messages = yield* copyEvents(source.no, source.base, source.head - 1, target.no, shift);
	yield* replaceOwnState(target.no, state);
	yield* moveKeysAndWork(source, target, shift);
	yield* moveRuns(source, target, shift);
	yield* adoptChildren(source, target);
	yield* mergeFacts(source, target, shift);
	const events = source.head - source.base;
	const lifecycle = plan.lifecycle({ from: nameOf(source), merged: { firstOffset, events }, state: extra });
	yield eventInsert(target.no, firstOffset + events, lifecycle, plan.at);
	yield* writeHead(target.no, {
		...headOf(target),
		head: firstOffset + events + 1,
		messageCount: target.message_count + messages,
		lastRunId,
		// The merged session is ended only if both were.
		endedAt: source.ended_at === null ? undefined : (target.ended_at ?? undefined),
		updatedAt: Math.max(target.updated_at, plan.at),
	});
	yield oweSubscriptions(target, firstOffset + events);
	yield* eraseSession(source.no);
}

/**
 * Moves the idempotency records, jobs and delivery cursors of the source to the target, at their new offsets.
 */
function* moveKeysAndWork(source: SessionRow, target: SessionRow, shift: number): Sql<void> {
	// A record whose events retention removed replays as empty: its old offsets are now those of other events.
	yield tell(
		`INSERT INTO {idempotency} (no, key, fingerprint, first_offset, count)
		SELECT ?, key, fingerprint, first_offset + ?, CASE WHEN first_offset < ? THEN 0 ELSE count END
		FROM {idempotency} WHERE {mine} AND no = ? ON CONFLICT DO NOTHING`,
		target.no,
		shift,
		source.base,
		source.no,
	);
	yield tell("UPDATE {jobs} SET session_no = ? WHERE {mine} AND session_no = ?", target.no, source.no);
	// If both have a URL, the target's delivery continues: events from the source come after its cursor.
	const both = `DELETE FROM {deliveries} WHERE {mine} AND session_no = ? AND subscription = ? AND url = ?`;
	const ofTarget = "SELECT subscription, url FROM {deliveries} WHERE {mine} AND session_no = ?";
	for (const [subscription, url] of yield* tuples<[string, string]>(ofTarget, target.no)) {
		yield tell(both, source.no, subscription, url);
	}
	yield tell(
		`UPDATE {deliveries} SET session_no = ?, alive_until = NULL, next_offset = CASE WHEN next_offset < ? THEN ? ELSE next_offset + ? END
		WHERE {mine} AND session_no = ?`,
		target.no,
		target.head - shift,
		target.head,
		shift,
		source.no,
	);
}

export function* rekeySession(plan: RekeyPlan): Sql<SessionRecord> {
	const source = yield* needSession(plan.from, lockSession);
	const target = yield* lockSession({ name: plan.to });
	if (target && target.no !== source.no) {
		if (plan.onConflict === "refuse")
			throw sessionExists(plan.to, 're-key to another id, or with onConflict "merge"');
		yield* merge(source, target, plan);
	} else if (!target) {
		yield* rename(source, plan);
	}
	const found: SessionTarget = { name: plan.to };
	return (yield* getSession(found)) as SessionRecord;
}

function* holdsAnything(tenant: TenantId, userId: UserId): Sql<boolean> {
	const session = yield* row(
		"SELECT no FROM {sessions} WHERE tenant = ? AND user_id = ? AND parent_uid IS NULL LIMIT 1",
		tenant,
		userId,
	);
	if (session) return true;
	const state = yield* row(
		"SELECT key FROM {shared_state} WHERE tenant = ? AND user_id = ? LIMIT 1",
		tenant,
		userId,
	);
	return state !== undefined || (yield* hasFacts(tenant, userId));
}

/** Deletes exactly the keys that it moves: a key that is added in the meantime, with a new session, stays. */
function* moveUserState(tenant: TenantId, from: UserId, to: UserId): Sql<void> {
	const moved = yield* tuples<[agent: string, key: string, value: string]>(
		"DELETE FROM {shared_state} WHERE tenant = ? AND user_id = ? RETURNING agent_id, key, value",
		tenant,
		from,
	);
	for (const [agentId, key, value] of moved) {
		yield tell(
			`INSERT INTO {shared_state} (tenant, agent_id, user_id, key, value) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`,
			tenant,
			agentId,
			to,
			key,
			value,
		);
	}
}

export function* rekeyUser(plan: UserRekeyPlan): Sql<{ sessions: number }> {
	const { tenant, from, to, at } = plan;
	for (const user of [from, to].sort()) yield holdUser(tenant, user);
	const source = yield* findUser(tenant, from);
	const target = yield* findUser(tenant, to);
	if (!source && !(yield* holdsAnything(tenant, from))) throw noUser(from);
	const targetHolds = target !== undefined || (yield* holdsAnything(tenant, to));
	if (targetHolds && plan.onConflict === "refuse") throw userExists(to);
	const merged = source && mergeUsers({ source, target, to, at });
	const sessions = yield* rows<SessionRow>(
		`SELECT s.no, s.tenant, s.agent_id, s.user_id, s.session_id ${FROM_SESSIONS} WHERE s.tenant = ? AND s.user_id = ?
		AND s.parent_uid IS NULL ORDER BY s.no {lock:s,h}`,
		tenant,
		from,
	);
	yield* moveUserState(tenant, from, to);
	yield* moveUserFacts(tenant, from, to);
	for (const session of sessions) yield* rekeySession(plan.session(nameOf(session)));
	if (merged) {
		yield* deleteUser(tenant, from);
		yield* putUser(merged);
	}
	return { sessions: sessions.length };
}
