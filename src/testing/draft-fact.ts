import { type SessionUid, type UserId, uuidV7 } from "../event/index.ts";
import type { FactDraft, FactOwner, FactPut, FactRecord } from "../store/ports/index.ts";
import { agent, type Fixture, user } from "./fixture.ts";

export const SPACE = "agent:agent";

/** The owner of a fact; by default in the space of agent `agent`. */
export function factOwner(
	t: Fixture,
	{ user: userId, uid, space = SPACE }: { user?: string; uid?: SessionUid; space?: string } = {},
): FactOwner {
	const owner: UserId | undefined = userId === undefined ? undefined : user(userId);
	return { tenant: t.tenant, space, userId: owner, uid };
}

/** A fact with this content. The same words have the same digest. */
export function draftFact(owner: FactOwner, content: string, parts: Partial<FactDraft> = {}): FactDraft {
	return {
		id: uuidV7(),
		owner,
		agentId: agent("agent"),
		floating: false,
		content,
		digest: content.toLowerCase(),
		status: "active",
		importance: 0.5,
		confidence: 0.75,
		pinned: false,
		detail: { kind: "preference" },
		createdAt: 1_000,
		updatedAt: 2_000,
		entry: undefined,
		vector: false,
		...parts,
	};
}

export const newFact = (fact: FactDraft, parts: Partial<FactPut> = {}): FactPut => ({
	fact,
	sources: [],
	change: undefined,
	expect: "new",
	...parts,
});

/** The put that changes parts of a stored fact. */
export function changedFact({ no, rev, sources, ...fact }: FactRecord, parts: Partial<FactDraft>): FactPut {
	return { fact: { ...fact, ...parts }, sources: [], change: undefined, expect: { rev } };
}

export async function getFact(t: Fixture, id: string): Promise<FactRecord> {
	const [fact] = await t.store.facts.get(t.tenant, [id]);
	if (!fact) throw new Error(`there is no fact ${id}`);
	return fact;
}

/** Stores a fact and reads it back. */
export async function know(
	t: Fixture,
	owner: FactOwner,
	content: string,
	parts: Partial<FactDraft> = {},
	put: Partial<FactPut> = {},
): Promise<FactRecord> {
	const fact = draftFact(owner, content, parts);
	const { facts } = await t.store.facts.commit({ tenant: t.tenant, put: [newFact(fact, put)], remove: [] });
	return await getFact(t, facts[0]?.id ?? "");
}

/** The contents of the owner's facts, oldest first. */
export async function knownTo(t: Fixture, owner: FactOwner): Promise<string[]> {
	const { tenant, space, uid, userId } = owner;
	const facts = await t.store.facts.list({ tenant, space, uid, userId: userId ?? null, limit: 1_000 });
	return facts.map(({ content }) => content).reverse();
}
