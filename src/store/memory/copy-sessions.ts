import { countsAsMessage } from "../../event/index.ts";
import { ownState, sessionWrites } from "../../state/index.ts";
import {
	checkOffset,
	type ForkPlan,
	type LoadPlan,
	loadedSessionRecord,
	newSessionRecord,
	noParent,
	type PruneLimits,
	type PruneOutcome,
	replayBodies,
	type SessionRecord,
	type SessionTarget,
	type StateAsOf,
	sessionExists,
	withoutUserKeys,
} from "../ports/index.ts";
import { newSession } from "./append-events.ts";
import type { MemoryData } from "./data.ts";
import { pruneRuns } from "./runs.ts";
import { withDescendants } from "./session-tree.ts";
import type { MemorySession } from "./stored.ts";
import { oweSubscriptions } from "./subscriptions.ts";

function deltaBodies(session: MemorySession, offset: number): string[] {
	const kept = session.events.slice(0, offset - session.record.base + 1);
	return kept.filter((event) => event.hasDelta).map((event) => event.body);
}

export function stateAsOf(data: MemoryData, target: SessionTarget, offset: number): StateAsOf | undefined {
	const session = data.find(target);
	if (!session) return undefined;
	const { base, head, userId } = session.record;
	return {
		hasUser: userId !== undefined,
		base,
		head,
		baseState: new Map(session.baseState),
		bodies: deltaBodies(session, offset),
	};
}

export function forkSession(data: MemoryData, plan: ForkPlan): SessionRecord {
	const source = data.need(plan.source);
	checkOffset(source.record, plan.offset);
	if (data.byName.has(plan.to.key)) throw sessionExists(plan.to, "fork to another id");
	const seed = {
		uid: plan.uid,
		mode: "auto" as const,
		title: source.record.title,
		metadata: {},
		state: [],
		parent: undefined,
		createdAt: plan.at,
	};
	const fork = newSession(data, plan.to, newSessionRecord(plan.to, seed));
	const hasUser = plan.to.userId !== undefined;
	const ofUser = source.record.userId !== undefined;
	fork.baseState = ownState(ownState(source.baseState, ofUser), hasUser);
	fork.events = source.events.slice(0, plan.offset - source.record.base + 1).map((event) => ({ ...event }));
	if (ofUser && !hasUser) {
		for (const event of fork.events) if (event.hasDelta) Object.assign(event, withoutUserKeys(event.body));
	}
	fork.state = new Map(fork.baseState);
	const deltas = fork.events.filter((event) => event.hasDelta).map((event) => event.body);
	replayBodies(fork.state, deltas, hasUser);
	const { kind, source: from, runId, body } = plan.lifecycle;
	fork.events.push({ kind, source: from, runId, body, hasDelta: false, storedAt: plan.at });
	Object.assign(fork.record, {
		base: source.record.base,
		head: plan.offset + 2,
		messageCount: fork.events.filter((event) => countsAsMessage(event.kind)).length,
		consolidatedTo: plan.offset + 2,
	});
	data.insert(plan.to, fork);
	// Copied events were already delivered for their source.
	oweSubscriptions(data, fork, plan.offset + 1);
	return fork.record;
}

export function loadSession(data: MemoryData, plan: LoadPlan): "created" | "replaced" | "skipped" {
	const existing = data.byName.get(plan.name.key);
	if (existing && plan.onConflict === "skip") return "skipped";
	if (existing && plan.onConflict === "fail") {
		throw sessionExists(plan.name, 'import with onConflict "skip" or "replace"');
	}
	const doomed = existing ? withDescendants(data, [existing]) : [];
	const parent = plan.parent && data.find({ uid: plan.parent, tenant: plan.name.tenant });
	if (plan.parent !== undefined && (!parent || doomed.includes(parent))) throw noParent(plan.parent);
	for (const gone of doomed) data.remove(gone);
	const session = newSession(data, plan.name, loadedSessionRecord(plan));
	const hasUser = plan.name.userId !== undefined;
	session.baseState = ownState(plan.baseState, hasUser);
	session.state = new Map(session.baseState);
	for (const { kind, source, runId, body, writes } of plan.events) {
		session.events.push({ kind, source, runId, body, hasDelta: writes.length > 0, storedAt: plan.storedAt });
		data.write(session, sessionWrites(writes, hasUser));
	}
	data.insert(plan.name, session);
	return existing ? "replaced" : "created";
}

export function pruneSession(
	data: MemoryData,
	target: SessionTarget,
	{ storedBefore, consolidatedOnly }: PruneLimits,
): PruneOutcome {
	const session = data.find(target);
	if (!session) return { events: 0, unread: false };
	const young = session.events.findIndex(({ storedAt }) => storedAt >= storedBefore);
	const old = young === -1 ? session.events.length : young;
	const read = Math.max(0, session.record.consolidatedTo - session.record.base);
	const count = consolidatedOnly ? Math.min(old, read) : old;
	const gone = session.events.slice(0, count);
	const deltas = gone.filter((event) => event.hasDelta).map((event) => event.body);
	replayBodies(session.baseState, deltas, session.record.userId !== undefined);
	session.events = session.events.slice(count);
	session.record.base += count;
	session.segments = session.segments.filter(({ from }) => from >= session.record.base);
	if (count > 0) pruneRuns(data, session);
	session.record.messageCount -= gone.filter((event) => countsAsMessage(event.kind)).length;
	return { events: count, unread: count < old };
}
