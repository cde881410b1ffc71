import type { SessionUid } from "../event/index.ts";
import {
	agentSpace,
	type ErasureCounts,
	type ErasureScope,
	type FactRecord,
	type IndexCounts,
	type IndexOwner,
	type IndexScope,
	noCounts,
	type VectorIndex,
} from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";
import { sessionsInScope } from "./sessions-in-scope.ts";

/** The parts of an index that belong to a scope. `sessions`: those that are deleted with it. */
function toIndexScopes(scope: ErasureScope, sessions: readonly SessionUid[]): IndexScope[] {
	const { tenant } = scope;
	const ofSessions = sessions.length > 0 ? [{ tenant, sessions }] : [];
	if ("session" in scope) return ofSessions;
	if ("user" in scope) return [{ tenant, user: scope.user }, ...ofSessions];
	if ("slice" in scope) {
		const { space, user } = scope.slice;
		return [{ target: { tenant, space, userId: user, uid: undefined, kind: "fact" } }, ...ofSessions];
	}
	if ("agent" in scope) return [{ tenant, space: agentSpace(scope.agent) }, ...ofSessions];
	return ["space" in scope ? { tenant, space: scope.space } : { tenant, everything: true }];
}

const sum = (all: readonly IndexCounts[]): ErasureCounts => ({
	...noCounts(),
	terms: all.reduce((total, { terms }) => total + terms, 0),
	vectors: all.reduce((total, { vectors }) => total + vectors, 0),
});

/** A part of the index that is deleted together with a scope of the store. */
export interface IndexedScope {
	/** Deletes it. Runs after the store, so that it includes facts written until then. */
	erase(): Promise<ErasureCounts>;
	/** Counts what the index still holds of it. */
	count(): Promise<ErasureCounts>;
}

/** Looks up what a scope contains. Runs before the store deletes it: afterwards, its sessions are unknown. */
export async function indexedScope(platform: Platform, scope: ErasureScope): Promise<IndexedScope> {
	const { index } = platform;
	if (!index) return { erase: async () => noCounts(), count: async () => noCounts() };
	const { spaces, messages } = index.capabilities;
	const sessions = spaces || messages ? await sessionsInScope(platform, scope) : [];
	const scopes = toIndexScopes(scope, sessions);
	const each = async (work: (one: IndexScope) => Promise<IndexCounts>): Promise<ErasureCounts> => {
		const counts: IndexCounts[] = [];
		for (const one of scopes) counts.push(await work(one));
		return sum(counts);
	};
	return { erase: () => each((one) => index.erase(one)), count: () => each((one) => index.count(one)) };
}

/** The facts that can be in an index, by owner. */
function byOwner(
	{ capabilities }: VectorIndex,
	facts: readonly FactRecord[],
): { target: IndexOwner; nos: number[] }[] {
	const found = new Map<string, { target: IndexOwner; nos: number[] }>();
	for (const { no, owner } of facts) {
		if (owner.uid !== undefined && !capabilities.spaces) continue;
		const { tenant, space, userId, uid } = owner;
		const key = JSON.stringify([space, userId ?? null, uid ?? null]);
		const known = found.get(key) ?? { target: { tenant, space, userId, uid, kind: "fact" }, nos: [] };
		known.nos.push(no);
		found.set(key, known);
	}
	return [...found.values()];
}

/** Removes single facts from the index. */
export async function unindexFacts({ index }: Platform, facts: readonly FactRecord[]): Promise<void> {
	if (!index) return;
	for (const scope of byOwner(index, facts)) await index.erase(scope);
}

/** Counts which of these facts an index still holds. */
export async function countFacts({ index }: Platform, facts: readonly FactRecord[]): Promise<ErasureCounts> {
	const counts: IndexCounts[] = [];
	if (index) for (const scope of byOwner(index, facts)) counts.push(await index.count(scope));
	return sum(counts);
}
