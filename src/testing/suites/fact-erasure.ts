import { describe, expect, it } from "vitest";
import type { SessionUid } from "../../event/index.ts";
import { type ErasureCounts, type ErasureScope, noCounts } from "../../store/ports/index.ts";
import { draftFact, factOwner, getFact, know, knownTo, newFact, SPACE } from "../draft-fact.ts";
import { agent, drafts, type Fixture, type Setup, seed, user } from "../fixture.ts";

const none = noCounts();
const entry = new Uint8Array([1, 2, 3]);

/** Erasing leaves no facts and no index entries behind. */
export function describeFactErasure(setup: Setup): void {
	/** Counts, erases, and checks that the receipt equals the count and that nothing is left. */
	const erase = async (t: Fixture, scope: ErasureScope): Promise<ErasureCounts> => {
		const held = await t.store.erasure.count(scope);
		const gone = await t.store.erasure.erase(scope);
		expect(gone).toEqual(held);
		expect(await t.store.erasure.count(scope)).toEqual(none);
		expect(await t.store.erasure.erase(scope)).toEqual(none);
		return gone;
	};

	/**
	 * A session of one event with a segment of 3 messages and 2 vectors, and a fact of its own with an entry.
	 */
	const furnish = async (
		t: Fixture,
		sessionId: string,
		owner: { agent?: string; user?: string } = {},
		parent?: SessionUid,
	): Promise<SessionUid> => {
		const { uid } = await t.append(t.name(sessionId, owner), drafts("a"), { create: seed({ parent }) });
		await t.store.index.put({
			tenant: t.tenant,
			uid,
			segment: { from: 0, to: 1, documents: 3, vectors: 2, body: entry },
			blanked: 0,
		});
		const space = `agent:${owner.agent ?? "agent"}`;
		await know(t, factOwner(t, { uid, space }), "own", { entry, vector: true });
		return uid;
	};
	const perSession = { sessions: 1, events: 1, facts: 1, terms: 4, vectors: 3 };

	describe("erasure of facts", () => {
		it("ER1: a session is erased with its own facts and its index; other facts lose their sources in it", async () => {
			const t = setup();
			const [uid, other] = [await furnish(t, "s", { user: "u" }), await furnish(t, "other")];
			const sources = [
				{ uid, offset: 0 },
				{ uid: other, offset: 0 },
			];
			const kept = await know(t, factOwner(t, { user: "u" }), "kept", {}, { sources });
			const scope = { tenant: t.tenant, session: uid };
			expect(await erase(t, scope)).toEqual({ ...none, ...perSession });
			const left = await getFact(t, kept.id);
			expect(left.sources.map((source) => source.uid)).toEqual([other]);
			expect(left.rev).toBe(kept.rev);
			expect(await t.store.index.segments([uid], t.tenant)).toEqual([]);
			expect(await t.store.index.segments([other], t.tenant)).toHaveLength(1);
			expect(await t.store.facts.changes(factOwner(t, { uid }), 1, 9)).toMatchObject({ rev: 0, reset: true });
		});

		it("US4: a user is erased with their facts in every space; facts of other users and of the spaces stay", async () => {
			const t = setup();
			await furnish(t, "s", { user: "u" });
			await know(t, factOwner(t, { user: "u" }), "mine", { entry, vector: false });
			await know(t, factOwner(t, { user: "u", space: "space:x" }), "mine, too");
			const kept = [factOwner(t, { user: "v" }), factOwner(t), factOwner(t, { space: "space:x" })];
			for (const owner of kept) await know(t, owner, "kept");
			const gone = await erase(t, { tenant: t.tenant, user: user("u") });
			expect(gone).toEqual({ ...none, ...perSession, facts: 3, terms: 5 });
			for (const owner of kept) expect(await knownTo(t, owner)).toEqual(["kept"]);
		});

		it("ME9: a slice is a user's sessions with one agent, and that user's facts in the agent's space", async () => {
			const t = setup();
			const uid = await furnish(t, "s", { user: "u" });
			await furnish(t, "child", { agent: "helper", user: "derived" }, uid);
			const kept = [
				await furnish(t, "s", { user: "u", agent: "other" }),
				await furnish(t, "s", { user: "v" }),
				await furnish(t, "s"),
			];
			// A child session does not belong to the user, even if its user has the same id.
			kept.push(await furnish(t, "child", { user: "u" }, kept[0]));
			await t.store.users.change({ tenant: t.tenant, userId: user("u"), change: {}, at: 1 });
			await know(t, factOwner(t, { user: "u" }), "mine", { entry, vector: true });
			const stay = [factOwner(t), factOwner(t, { user: "v" }), factOwner(t, { user: "u", space: "space:x" })];
			for (const owner of stay) await know(t, owner, "kept");
			const scope = { tenant: t.tenant, slice: { agent: agent("agent"), user: user("u"), space: SPACE } };
			expect(await erase(t, scope)).toEqual({
				...none,
				sessions: 2,
				events: 2,
				facts: 3,
				terms: 9,
				vectors: 7,
			});
			for (const owner of stay) expect(await knownTo(t, owner)).toEqual(["kept"]);
			for (const uid of kept)
				expect(await t.store.sessions.get({ uid, tenant: t.tenant })).toMatchObject({ head: 1 });
			expect(await t.store.users.get(t.tenant, user("u"))).toBeDefined();
		});

		it("ME10: a space is erased with all its facts, and nothing else is", async () => {
			const t = setup();
			const uid = await furnish(t, "s");
			await know(t, factOwner(t, { space: "space:x", uid }), "a", { entry, vector: true });
			await know(t, factOwner(t, { space: "space:x", user: "u" }), "b");
			await know(t, factOwner(t, { space: "space:x" }), "c");
			const scope = { tenant: t.tenant, space: "space:x" };
			expect(await erase(t, scope)).toEqual({ ...none, facts: 3, terms: 1, vectors: 1 });
			expect(await t.store.facts.spaces(t.tenant)).toMatchObject([{ space: SPACE, facts: 1 }]);
			expect(await t.texts(t.name("s"))).toEqual(["a"]);
		});

		it("ER1: an agent is erased with the facts of its own space and with its sessions' facts in other spaces", async () => {
			const t = setup();
			const uid = await furnish(t, "s", { user: "u" });
			await know(t, factOwner(t, { uid, space: "space:x" }), "of its session");
			await know(t, factOwner(t, { user: "u" }), "of its user");
			await know(t, factOwner(t), "its own");
			await know(t, factOwner(t, { user: "u", space: "space:x" }), "shared");
			await know(t, factOwner(t, { space: "agent:other" }), "another's");
			const gone = await erase(t, { tenant: t.tenant, agent: agent("agent") });
			expect(gone).toEqual({ ...none, ...perSession, facts: 4 });
			expect(await t.store.facts.spaces(t.tenant)).toMatchObject([
				{ space: "agent:other", facts: 1 },
				{ space: "space:x", facts: 1 },
			]);
		});

		it("ER1: a tenant is erased with all facts and the name of its embedder, and no other tenant is", async () => {
			const t = setup();
			const neighbour = setup();
			const embedder = { name: "m", dimensions: 3 };
			for (const each of [t, neighbour]) {
				await furnish(each, "s", { user: "u" });
				await know(each, factOwner(each, { space: "space:x", user: "v" }), "a", { entry, vector: true });
				await each.store.index.setEmbedder({
					tenant: each.tenant,
					embedder,
					expected: undefined,
					clear: false,
				});
			}
			const before = await neighbour.snapshot(neighbour.name("s", { user: "u" }));
			const gone = await erase(t, { tenant: t.tenant, everything: true });
			expect(gone).toEqual({ ...none, ...perSession, facts: 2, terms: 5, vectors: 4 });
			expect(await t.store.index.embedder(t.tenant)).toBeUndefined();
			expect(await t.store.facts.spaces(t.tenant)).toEqual([]);
			expect(await neighbour.snapshot(neighbour.name("s", { user: "u" }))).toEqual(before);
			expect(await neighbour.store.index.embedder(neighbour.tenant)).toEqual(embedder);
		});

		it("ER1: many facts are erased completely", async () => {
			const t = setup();
			const put = Array.from({ length: 2_500 }, (_, i) =>
				newFact(draftFact(factOwner(t, { user: "u" }), `${i}`)),
			);
			await t.store.facts.commit({ tenant: t.tenant, put, remove: [] });
			expect(await erase(t, { tenant: t.tenant, user: user("u") })).toEqual({ ...none, facts: 2_500 });
			const { id } = await know(t, factOwner(t, { user: "u" }), "new");
			expect((await t.store.facts.changes(factOwner(t, { user: "u" }), 0, 9)).facts).toMatchObject([{ id }]);
		});
	});
}
