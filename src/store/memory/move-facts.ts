import type { TenantId, UserId } from "../../event/index.ts";
import type { MemoryData } from "./data.ts";
import { type FactPlace, historyOf, joinHistories, ownerKey } from "./fact-data.ts";
import type { MemoryFact, MemoryOwner, MemorySession } from "./stored.ts";

/** What one fact came from and went through becomes the other's. */
function joinFacts(data: MemoryData, fact: MemoryFact, into: MemoryFact): void {
	for (const { session, offset } of fact.sources) data.facts.addSource(into, session, offset);
	into.history = joinHistories(historyOf(into), historyOf(fact));
}

/**
 * Facts get another owner in their space. Where that one knows the same already, the two become one. Only those that
 * float, if asked; with a user they float no more.
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

/** Facts of a session that were waiting for its user. */
export function landFacts(data: MemoryData, session: MemorySession, userId: UserId | undefined): void {
	if (userId === undefined) return;
	for (const owner of data.facts.ownersOf(session)) {
		moveOwned(data, session.record.tenant, owner, { userId, session: undefined }, true);
	}
}

/** The facts of a merged session, and what others came from in it, go on under the target, at their new offsets. */
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
			// Of sources that retention has removed nothing is said: their old offsets now mean other events.
			if (session === source && offset >= base) data.facts.addSource(fact, target, offset + shift);
		}
	}
	data.facts.dropSources(source);
}

/** All that is known of a user is known of another one from now on. */
export function moveUserFacts(data: MemoryData, tenant: TenantId, from: UserId, to: UserId): void {
	for (const owner of data.facts.owners(tenant, ({ userId }) => userId === from)) {
		moveOwned(data, tenant, owner, { userId: to, session: undefined }, false);
		owner.space.owners.delete(ownerKey(owner));
	}
}

export function hasFacts(data: MemoryData, tenant: TenantId, user: UserId): boolean {
	return data.facts.owners(tenant, ({ userId, facts }) => userId === user && facts.size > 0).length > 0;
}
