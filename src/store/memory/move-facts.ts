import type { TenantId, UserId } from "../../event/index.ts";
import type { MemoryData } from "./data.ts";
import { type FactPlace, historyOf, joinHistories, ownerKey } from "./fact-data.ts";
import type { MemoryFact, MemoryOwner, MemorySession } from "./stored.ts";

/** Moves the sources and history of one fact to another. */
function joinFacts(data: MemoryData, fact: MemoryFact, into: MemoryFact): void {
	for (const { session, offset } of fact.sources) data.facts.addSource(into, session, offset);
	into.history = joinHistories(historyOf(into), historyOf(fact));
}

/**
 * Moves facts to another owner in their space. If that owner already has the same fact, the two are merged.
 * Optionally moves only floating facts; with a user they no longer float.
 */
function moveOwned(
	data: MemoryData,
	tenant: TenantId,
	from: MemoryOwner,
	to: Omit<FactPlace, "space">,
	onlyFloating: boolean,
): void {
	const { facts } = data;
	const moving = [...from.facts].filter(({ floating }) => floating || !onlyFloating);
	for (const fact of moving.sort((a, b) => a.no - b.no)) {
		const rev = facts.nextRev();
		const owner = facts.needOwner(tenant, { space: from.space.name, ...to }, rev);
		const twin = facts.twin(owner, fact.digest);
		if (twin) {
			joinFacts(data, fact, twin);
			facts.drop(tenant, fact, rev);
			facts.detach(twin);
			facts.attach(twin, rev);
			continue;
		}
		facts.detach(fact);
		facts.leave(from, fact, rev);
		fact.owner = owner;
		if (to.userId !== undefined) fact.floating = false;
		facts.attach(fact, rev);
	}
}

/** Gives the floating facts of a session to its user. */
export function landFacts(data: MemoryData, session: MemorySession, userId: UserId | undefined): void {
	if (userId === undefined) return;
	for (const owner of data.facts.ownersOf(session)) {
		moveOwned(data, session.record.tenant, owner, { userId, session: undefined }, true);
	}
}

/** Moves the facts and sources of a merged session to the target, at their new offsets. */
export function mergeFacts(
	data: MemoryData,
	source: MemorySession,
	target: MemorySession,
	shift: number,
): void {
	const { tenant, base } = source.record;
	landFacts(data, source, target.record.userId);
	for (const owner of data.facts.ownersOf(source)) {
		moveOwned(data, tenant, owner, { userId: undefined, session: target }, false);
	}
	for (const fact of source.cited) {
		for (const { session, offset } of fact.sources) {
			// Sources that retention removed are dropped: their old offsets are now those of other events.
			if (session === source && offset >= base) data.facts.addSource(fact, target, offset + shift);
		}
	}
	data.facts.dropSources(source);
}

/** Moves all facts of a user to another user. */
export function moveUserFacts(data: MemoryData, tenant: TenantId, from: UserId, to: UserId): void {
	for (const owner of data.facts.owners(tenant, ({ userId }) => userId === from)) {
		moveOwned(data, tenant, owner, { userId: to, session: undefined }, false);
		owner.space.owners.delete(ownerKey(owner));
	}
}

export function hasFacts(data: MemoryData, tenant: TenantId, user: UserId): boolean {
	return data.facts.owners(tenant, ({ userId, facts }) => userId === user && facts.size > 0).length > 0;
}
