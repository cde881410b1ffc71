import {
	agentSpace,
	type ErasureCounts,
	type ErasureScope,
	type FactRecord,
	type IndexOwner,
	type IndexScope,
	noCounts,
} from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";

/** What goes from an index with a scope; nothing with a session, whose own facts are in none. */
function toIndexScope(scope: ErasureScope): IndexScope | undefined {
	const { tenant } = scope;
	if ("session" in scope) return undefined;
	if ("user" in scope) return { tenant, user: scope.user };
	if ("slice" in scope) return { owner: { tenant, space: scope.slice.space, userId: scope.slice.user } };
	if ("agent" in scope) return { tenant, space: agentSpace(scope.agent) };
	return "space" in scope ? { tenant, space: scope.space } : { tenant, everything: true };
}

/** Removes a scope from the index outside of the store. After the store: what is written until then goes too. */
export async function eraseIndexed({ index }: Platform, scope: ErasureScope): Promise<ErasureCounts> {
	const wanted = toIndexScope(scope);
	return { ...noCounts(), ...(index && wanted && (await index.erase(wanted))) };
}

/** Counts what an index still holds of a scope. */
export async function countIndexed({ index }: Platform, scope: ErasureScope): Promise<ErasureCounts> {
	const wanted = toIndexScope(scope);
	return { ...noCounts(), ...(index && wanted && (await index.count(wanted))) };
}

/** The facts of those that an index may hold, by owner. */
function byOwner(facts: readonly FactRecord[]): { owner: IndexOwner; facts: number[] }[] {
	const found = new Map<string, { owner: IndexOwner; facts: number[] }>();
	for (const { no, owner } of facts) {
		if (owner.uid !== undefined) continue;
		const { tenant, space, userId } = owner;
		const key = JSON.stringify([space, userId ?? null]);
		const known = found.get(key) ?? { owner: { tenant, space, userId }, facts: [] };
		known.facts.push(no);
		found.set(key, known);
	}
	return [...found.values()];
}

/** Removes single facts from the index. */
export async function unindexFacts({ index }: Platform, facts: readonly FactRecord[]): Promise<void> {
	if (!index) return;
	for (const scope of byOwner(facts)) await index.erase(scope);
}

/** Counts which of these facts an index still holds. */
export async function countFacts({ index }: Platform, facts: readonly FactRecord[]): Promise<ErasureCounts> {
	const counts = noCounts();
	for (const scope of index ? byOwner(facts) : []) {
		const { terms = 0, vectors = 0 } = (await index?.count(scope)) ?? {};
		counts.terms += terms;
		counts.vectors += vectors;
	}
	return counts;
}
