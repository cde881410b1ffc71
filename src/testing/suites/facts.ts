import { describe, expect, it } from "vitest";
import { changedFact, draftFact, factOwner, getFact, know, knownTo, newFact, SPACE } from "../draft-fact.ts";
import { drafts, newUid, refusal, type Setup, user } from "../fixture.ts";

/** Facts as records: storing, finding, changing, deleting. */
export function describeFacts(setup: Setup): void {
	describe("facts", () => {
		it("FA1: a fact is returned as stored", async () => {
			const t = setup();
			const owner = factOwner(t, { user: "ü" });
			const detail = { kind: "x", links: ["a", { b: [1.5, null, "\u0000ü😀"] }] };
			const bytes = new Uint8Array([0, 255, 128, 7]);
			const parts = { detail, entry: bytes, vector: true, pinned: true, importance: 0.1, confidence: 1 };
			const fact = draftFact(owner, 'Likes "tea" \u2028 und Kuchen', { ...parts, status: "quarantined" });
			const unit = { tenant: t.tenant, put: [newFact(fact)], remove: [] };
			expect(await t.store.facts.commit(unit)).toEqual({
				facts: [{ id: fact.id, created: true }],
				removed: 0,
			});
			const stored = await getFact(t, fact.id);
			expect(stored).toEqual({ ...fact, no: stored.no, rev: stored.rev, sources: [] });
			expect(stored.entry).toBeInstanceOf(Uint8Array);
			expect(stored.rev).toBeGreaterThan(0);
		});

		it("FA1: inputs and results are copies", async () => {
			const t = setup();
			const entry = new Uint8Array([1, 2, 3]);
			const detail = { list: [1] };
			const { id } = await know(t, factOwner(t), "a", { entry, detail });
			entry[0] = 9;
			detail.list.push(2);
			const once = await getFact(t, id);
			expect([once.entry, once.detail]).toEqual([new Uint8Array([1, 2, 3]), { list: [1] }]);
			once.entry?.fill(7);
			(once.detail.list as number[]).push(3);
			expect(await getFact(t, id)).toMatchObject({ entry: new Uint8Array([1, 2, 3]), detail: { list: [1] } });
		});

		it("FA3: a fact that the owner already has is not stored twice; the outcome names the existing fact", async () => {
			const t = setup();
			const mine = factOwner(t, { user: "u" });
			const first = await know(t, mine, "Likes tea");
			const { uid } = await t.append(t.name("s"), drafts("a"));
			const again = newFact(draftFact(mine, "LIKES TEA"), {
				sources: [{ uid, offset: 0 }],
				change: { at: 1, body: {} },
			});
			const twice = [draftFact(mine, "new"), draftFact(mine, "New")];
			const put = [again, ...twice.map((fact) => newFact(fact))];
			const { facts } = await t.store.facts.commit({ tenant: t.tenant, put, remove: [] });
			const made = twice[0]?.id;
			expect(facts).toEqual([
				{ id: first.id, created: false },
				{ id: made, created: true },
				{ id: made, created: false },
			]);
			expect(await getFact(t, first.id)).toEqual(first);
			expect(await t.store.facts.history(t.tenant, first.id)).toEqual([]);
			expect(await knownTo(t, mine)).toEqual(["Likes tea", "new"]);
		});

		it("FA3: a fact may be stored again if the existing one is superseded, deleted in the same step, or another owner's", async () => {
			const t = setup();
			const mine = factOwner(t, { user: "u" });
			const old = await know(t, mine, "a", { status: "superseded" });
			const gone = await know(t, mine, "b");
			const put = [
				newFact(draftFact(mine, "a")),
				newFact(draftFact(mine, "b")),
				newFact(draftFact(factOwner(t, { user: "v" }), "a")),
				newFact(draftFact(factOwner(t), "a")),
				newFact(draftFact(factOwner(t, { user: "u", space: "space:x" }), "a")),
			];
			const { facts, removed } = await t.store.facts.commit({
				tenant: t.tenant,
				put,
				remove: [gone.id, "never"],
			});
			expect(facts.map(({ created }) => created)).toEqual([true, true, true, true, true]);
			expect(removed).toBe(1);
			expect(await t.store.facts.get(t.tenant, [gone.id, old.id])).toEqual([old]);
		});

		it("FA7: a change needs the current revision; a stale one is a conflict that changes nothing", async () => {
			const t = setup();
			const fact = await know(t, factOwner(t), "a");
			const put = [changedFact(fact, { content: "b", digest: "b", pinned: true, status: "superseded" })];
			const unit = { tenant: t.tenant, put, remove: [] };
			expect((await t.store.facts.commit(unit)).facts).toEqual([{ id: fact.id, created: false }]);
			const changed = await getFact(t, fact.id);
			expect(changed).toMatchObject({ no: fact.no, content: "b", pinned: true, status: "superseded" });
			expect(changed.rev).toBeGreaterThan(fact.rev);
			const other = newFact(draftFact(factOwner(t), "c"));
			for (const stale of [
				{ ...unit, put: [other, ...put] },
				{ ...unit, put: [other, changedFact({ ...changed, id: "never" }, {})] },
				{ ...unit, put: [other, newFact(draftFact(factOwner(t), "d", { id: fact.id }))] },
				{ ...unit, put: [changedFact(changed, {}), changedFact(changed, {})], remove: [] },
			]) {
				const refused = await refusal(t.store.facts.commit(stale));
				expect(refused).toMatchObject({ code: "conflict", precondition: "fact" });
			}
			expect(await t.store.facts.get(t.tenant, [fact.id])).toEqual([changed]);
			expect(await knownTo(t, factOwner(t))).toEqual(["b"]);
		});

		it("FA4: sources name their events, accumulate, and lead from an event back to its facts", async () => {
			const t = setup();
			const name = t.name("s", { user: "u" });
			const { uid } = await t.append(name, drafts("a", "b", "c"));
			const other = await t.append(t.name("t"), drafts("a"));
			const mine = factOwner(t, { user: "u" });
			const sources = [
				{ uid, offset: 2 },
				{ uid, offset: 1 },
				{ uid, offset: 2 },
				{ uid: newUid(), offset: 0 },
			];
			const fact = await know(t, mine, "a", {}, { sources });
			const named = { agentId: "agent", userId: "u", sessionId: "s", uid };
			expect(fact.sources).toEqual([
				{ ...named, offset: 1 },
				{ ...named, offset: 2 },
			]);
			const more = { ...changedFact(fact, {}), sources: [{ uid: other.uid, offset: 0 }, ...sources] };
			await t.store.facts.commit({ tenant: t.tenant, put: [more], remove: [] });
			expect((await getFact(t, fact.id)).sources.map(({ offset }) => offset)).toEqual([1, 2, 0]);
			const second = await know(t, mine, "b", {}, { sources: [{ uid, offset: 2 }] });
			const from = (offsets: number[] | undefined, limit = 9) =>
				t.store.facts.from({ tenant: t.tenant, uid, offsets, limit });
			expect(await from([1])).toEqual([fact.id]);
			expect(await from([2, 1, 2])).toEqual([fact.id, second.id]);
			expect(await from(undefined)).toEqual([fact.id, second.id]);
			expect(await from(undefined, 1)).toEqual([fact.id]);
			expect(await from([])).toEqual([]);
			expect(await from([0, 7])).toEqual([]);
			expect(
				await t.store.facts.from({ tenant: t.tenant, uid: newUid(), offsets: undefined, limit: 9 }),
			).toEqual([]);
		});

		it("FA4: the history of a fact is kept, oldest first, and is deleted with it", async () => {
			const t = setup();
			const fact = await know(t, factOwner(t), "a", {}, { change: { at: 1, body: { change: "added" } } });
			const put = [{ ...changedFact(fact, {}), change: { at: 2, body: { from: "a", to: { b: [1] } } } }];
			await t.store.facts.commit({ tenant: t.tenant, put, remove: [] });
			const history = [
				{ at: 1, body: { change: "added" } },
				{ at: 2, body: { from: "a", to: { b: [1] } } },
			];
			expect(await t.store.facts.history(t.tenant, fact.id)).toEqual(history);
			await t.store.facts.commit({ tenant: t.tenant, put: [], remove: [fact.id] });
			expect(await t.store.facts.history(t.tenant, fact.id)).toEqual([]);
			await know(t, factOwner(t), "a", { id: fact.id });
			expect(await t.store.facts.history(t.tenant, fact.id)).toEqual([]);
		});

		it("FA7: lists are newest first, by owner, status and pin, page by page", async () => {
			const t = setup();
			const { uid } = await t.append(t.name("s"), drafts("a"));
			await know(t, factOwner(t), "space");
			await know(t, factOwner(t, { user: "u" }), "user", { pinned: true });
			await know(t, factOwner(t, { uid }), "session", { status: "quarantined" });
			await know(t, factOwner(t, { user: "u", space: "space:x" }), "elsewhere");
			const list = async (query: object = {}) => {
				const found = await t.store.facts.list({ tenant: t.tenant, space: SPACE, limit: 9, ...query });
				return found.map(({ content }) => content);
			};
			expect(await list()).toEqual(["session", "user", "space"]);
			expect(await list({ userId: null })).toEqual(["space"]);
			expect(await list({ userId: user("u") })).toEqual(["user"]);
			expect(await list({ userId: user("nobody") })).toEqual([]);
			expect(await list({ uid })).toEqual(["session"]);
			expect(await list({ uid: newUid() })).toEqual([]);
			expect(await list({ statuses: ["active"] })).toEqual(["user", "space"]);
			expect(await list({ statuses: [] })).toEqual([]);
			expect(await list({ pinned: true })).toEqual(["user"]);
			expect(await list({ pinned: false })).toEqual(["session", "space"]);
			const [first] = await t.store.facts.list({ tenant: t.tenant, space: SPACE, limit: 1 });
			expect(await list({ after: first?.no })).toEqual(["user", "space"]);
			expect(await list({ space: "space:none" })).toEqual([]);
		});

		it("ME10: spaces with facts are listed with their number of facts by status", async () => {
			const t = setup();
			expect(await t.store.facts.spaces(t.tenant)).toEqual([]);
			const gone = await know(t, factOwner(t, { space: "space:a" }), "a");
			await know(t, factOwner(t, { space: "space:b" }), "a");
			await know(t, factOwner(t, { space: "space:b", user: "u" }), "a");
			await know(t, factOwner(t, { space: "space:b", user: "u" }), "b", { status: "quarantined" });
			await know(t, factOwner(t, { space: "space:b" }), "c", { status: "superseded" });
			await know(t, factOwner(t, { space: "space:b" }), "d", { status: "superseded" });
			await know(t, factOwner(t), "a");
			await t.store.facts.commit({ tenant: t.tenant, put: [], remove: [gone.id] });
			expect(await t.store.facts.spaces(t.tenant)).toEqual([
				{ space: SPACE, facts: 1, factsByStatus: { active: 1, quarantined: 0, superseded: 0 } },
				{ space: "space:b", facts: 5, factsByStatus: { active: 2, quarantined: 1, superseded: 2 } },
			]);
		});

		it("ID1: facts of another tenant cannot be read or changed, even with their ids", async () => {
			const t = setup();
			const other = setup();
			const { uid } = await t.append(t.name("s"), drafts("a"));
			const fact = await know(t, factOwner(t), "a", {}, { sources: [{ uid, offset: 0 }] });
			expect(await other.store.facts.get(other.tenant, [fact.id])).toEqual([]);
			expect(await other.store.facts.history(other.tenant, fact.id)).toEqual([]);
			expect(
				await other.store.facts.from({ tenant: other.tenant, uid, offsets: undefined, limit: 9 }),
			).toEqual([]);
			expect(await other.store.facts.spaces(other.tenant)).toEqual([]);
			const { removed } = await other.store.facts.commit({
				tenant: other.tenant,
				put: [],
				remove: [fact.id],
			});
			expect(removed).toBe(0);
			// The same id and words are a separate fact there; another tenant's events are not its sources.
			const theirs = await know(
				other,
				factOwner(other),
				"a",
				{ id: fact.id },
				{ sources: [{ uid, offset: 0 }] },
			);
			expect(theirs.sources).toEqual([]);
			const refused = refusal(know(other, factOwner(other, { uid }), "b"));
			expect((await refused).code).toBe("not_found");
			expect(await getFact(t, fact.id)).toEqual(fact);
		});
	});
}
