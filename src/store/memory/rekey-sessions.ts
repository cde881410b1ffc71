import { countsAsMessage } from "../../event/index.ts";
import { ownState, scopeOf } from "../../state/index.ts";
import {
	checkLogSize,
	type EventDraft,
	mergeDetails,
	mergeState,
	mergeUsers,
	noUser,
	type RekeyPlan,
	sessionExists,
	sessionName,
	sessionRuns,
	type UserRekeyPlan,
	userExists,
} from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import { hasFacts, landFacts, mergeFacts, moveUserFacts } from "./move-facts.ts";
import { lineOf, moveRuns } from "./runs.ts";
import { adoptChildren } from "./session-tree.ts";
import type { MemorySession } from "./stored.ts";
import { oweSubscriptions } from "./subscriptions.ts";

function nameOf({ record: { tenant, agentId, userId, sessionId } }: MemorySession) {
	return sessionName({ tenant, agentId, userId, sessionId });
}

function pushLifecycle(data: MemoryData, session: MemorySession, event: EventDraft, at: number): void {
	oweSubscriptions(data, session, session.record.head);
	const { kind, source, runId, body, writes } = event;
	session.events.push({ kind, source, runId, body, hasDelta: writes.length > 0, storedAt: at });
	session.record.head += 1;
	session.record.updatedAt = Math.max(session.record.updatedAt, at);
}

/** Moves the `user:` keys of an anonymous session to the user. Existing keys of the user stay. */
function moveUserKeys(data: MemoryData, session: MemorySession, to: MemorySession["record"]): void {
	if (session.record.userId !== undefined || to.userId === undefined) return;
	const shared = data.sharedState(to.tenant, to.agentId, to.userId);
	for (const [key, value] of session.state) {
		if (scopeOf(key) !== "user") continue;
		if (!shared.has(key)) shared.set(key, value);
		session.state.delete(key);
	}
}

/** A live run writes to the session it began in, so the session cannot be merged into another. */
function refuseLive(session: MemorySession): void {
	const live = lineOf(session).find(({ expired }) => !expired);
	if (live) throw sessionRuns(nameOf(session), live.id);
}

export function rekeySession(data: MemoryData, plan: RekeyPlan): MemorySession {
	const source = data.need(plan.from);
	if (source.nameKey === plan.to.key) return source;
	const target = data.byName.get(plan.to.key);
	const from = nameOf(source);
	if (!target) {
		moveUserKeys(data, source, { ...source.record, userId: plan.to.userId });
		landFacts(data, source, plan.to.userId);
		data.byName.delete(source.nameKey);
		Object.assign(source.record, { userId: plan.to.userId, sessionId: plan.to.sessionId });
		source.nameKey = plan.to.key;
		data.byName.set(plan.to.key, source);
		pushLifecycle(data, source, plan.lifecycle({ from, merged: undefined, state: new Map() }), plan.at);
		return source;
	}
	if (plan.onConflict === "refuse")
		throw sessionExists(plan.to, 're-key to another id, or with onConflict "merge"');
	// These checks may fail (too large), so they come before any change.
	refuseLive(source);
	checkLogSize(target.record.head, source.events.length + 1);
	const details = mergeDetails(source.record, target.record);
	moveUserKeys(data, source, target.record);
	const hasUser = target.record.userId !== undefined;
	const bodies = source.events.filter((event) => event.hasDelta).map((event) => event.body);
	const merged = mergeState({
		target: target.state,
		source: ownState(source.state, hasUser),
		sourceBodies: bodies,
		hasUser,
	});
	const firstOffset = target.record.head;
	const shift = firstOffset - source.record.base;
	target.state = merged.state;
	for (const event of source.events) target.events.push(event);
	target.record.head += source.events.length;
	target.record.messageCount += source.events.filter((event) => countsAsMessage(event.kind)).length;
	Object.assign(target.record, details);
	// The merged session is ended only if both were.
	if (source.record.endedAt === undefined) target.record.endedAt = undefined;
	for (const [key, seen] of source.keys) {
		const kept = seen.firstOffset >= source.record.base;
		if (!target.keys.has(key)) {
			target.keys.set(key, { ...seen, firstOffset: seen.firstOffset + shift, count: kept ? seen.count : 0 });
		}
	}
	for (const [key, { record }] of source.deliveries) {
		if (target.deliveries.has(key)) continue;
		const nextOffset = Math.max(record.nextOffset + shift, firstOffset);
		const moved = { ...record, uid: target.record.uid, nextOffset };
		data.setDelivery(target, key, { record: moved, aliveUntil: undefined });
	}
	moveRuns(source, target, shift);
	mergeFacts(data, source, target, shift);
	adoptChildren(data, source, target);
	for (const { record } of data.jobs.values()) {
		if (record.uid === source.record.uid) record.uid = target.record.uid;
	}
	const facts = { from, merged: { firstOffset, events: source.events.length }, state: merged.extra };
	pushLifecycle(data, target, plan.lifecycle(facts), plan.at);
	data.remove(source);
	return target;
}

export function rekeyUser(data: MemoryData, plan: UserRekeyPlan): number {
	const { tenant, from, to } = plan;
	const sessions = [...data.byUid.values()].filter(
		({ record }) => record.tenant === tenant && record.userId === from && record.parent === undefined,
	);
	const source = data.users.get(data.userKey(tenant, from));
	const shared = [...data.shared.values()].filter(
		(entry) => entry.tenant === tenant && entry.userId === from && entry.state.size > 0,
	);
	const known = hasFacts(data, tenant, from);
	if (!source && sessions.length === 0 && shared.length === 0 && !known) throw noUser(from);
	const target = data.users.get(data.userKey(tenant, to));
	const targetHolds =
		target !== undefined ||
		hasFacts(data, tenant, to) ||
		[...data.byUid.values()].some(
			({ record }) => record.tenant === tenant && record.userId === to && record.parent === undefined,
		) ||
		[...data.shared.values()].some(
			(entry) => entry.tenant === tenant && entry.userId === to && entry.state.size > 0,
		);
	if (targetHolds && plan.onConflict === "refuse") throw userExists(to);
	// These checks may fail (too large), so they come before any change.
	const merged = source && mergeUsers({ source: source.record, target: target?.record, to, at: plan.at });
	for (const session of sessions) {
		const existing = data.byName.get(plan.session(nameOf(session)).to.key);
		if (!existing) continue;
		refuseLive(session);
		mergeDetails(session.record, existing.record);
	}
	for (const entry of shared) {
		const state = data.sharedState(tenant, entry.agentId, to);
		for (const [key, value] of entry.state) if (!state.has(key)) state.set(key, value);
		data.shared.delete(JSON.stringify([tenant, entry.agentId, from]));
	}
	moveUserFacts(data, tenant, from, to);
	for (const session of sessions) rekeySession(data, plan.session(nameOf(session)));
	if (merged) {
		data.users.delete(data.userKey(tenant, from));
		data.putUser(merged);
	}
	return sessions.length;
}
