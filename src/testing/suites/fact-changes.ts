import { describe, expect, it } from "vitest";
import type { FactChanges, FactOwner, WholeSpace } from "../../store/ports/index.ts";
import { changedFact, draftFact, factOwner, getFact, know, newFact, SPACE } from "../draft-fact.ts";
import { drafts, type Fixture, newTenant, refusal, type Setup } from "../fixture.ts";

/** What an index that follows `changes` knows about an owner: contents by number. */
class Follower {
	readonly #t: Fixture;
	readonly #owner: FactOwner | WholeSpace;
	readonly known = new Map<number, { id: string; status: string }>();
	rev = 0;

	constructor(t: Fixture, owner: FactOwner | WholeSpace) {
		this.#t = t;
		this.#owner = owner;
	}

	/** Catches up in pages of two. Returns what it received, and how many times it was reset. */
	async catchUp(): Promise<{ ids: string[]; removed: number[]; resets: number }> {
		const came: { ids: string[]; removed: number[]; resets: number } = { ids: [], removed: [], resets: 0 };
		for (let since = this.rev, page: FactChanges | undefined; !page || page.more; ) {
			page = await this.#t.store.facts.changes(this.#owner, since, 2);
			if (page.reset) {
				came.resets += 1;
				this.known.clear();
			}
			for (const { no, id, status, rev } of page.facts) {
				expect(rev).toBeGreaterThan(since);
				since = rev;
				this.known.set(no, { id, status });
				came.ids.push(id);
			}
			for (const no of page.removed) this.known.delete(no);
			came.removed.push(...page.removed);
			this.rev = page.more ? since : page.rev;
		}
		return came;
	}

	get ids(): string[] {
		return [...this.known.values()].map(({ id }) => id).sort();
	}
}

/** Following facts by revision, and units that require a revision. */
export function describeFactChanges(setup: Setup): void {
	const everybody = (t: Fixture): WholeSpace => ({ tenant: t.tenant, space: SPACE, everybody: true });

	describe("changes of facts", () => {
		it("FA2: an owner that never had a fact is at revision 0", async () => {
			const t = setup();
			const none = { rev: 0, facts: [], removed: [], more: false, reset: false };
			for (const owner of [factOwner(t), factOwner(t, { user: "u" }), everybody(t)])
				expect(await t.store.facts.changes(owner, 0, 9)).toEqual(none);
		});

		it("FA2: each change is returned once, in order, in pages", async () => {
			const t = setup();
			const mine = factOwner(t, { user: "u" });
			const follower = new Follower(t, mine);
			const facts = [];
			for (const content of ["a", "b", "c", "d", "e"]) facts.push(await know(t, mine, content));
			await know(t, factOwner(t, { user: "v" }), "another's");
			expect((await follower.catchUp()).ids).toEqual(facts.map(({ id }) => id));
			expect(await follower.catchUp()).toEqual({ ids: [], removed: [], resets: 0 });
			const [a, b] = facts;
			if (!a || !b) throw new Error("not stored");
			const put = [changedFact(b, { status: "superseded" }), changedFact(a, { pinned: true })];
			await t.store.facts.commit({ tenant: t.tenant, put, remove: [] });
			expect((await follower.catchUp()).ids).toEqual([b.id, a.id]);
			expect(follower.known.get(b.no)?.status).toBe("superseded");
			await t.store.facts.commit({ tenant: t.tenant, put: [], remove: [b.id, a.id] });
			expect(await follower.catchUp()).toMatchObject({ ids: [], removed: [a.no, b.no] });
			expect(await follower.catchUp()).toEqual({ ids: [], removed: [], resets: 0 });
		});

		it("FA2: removals before a full page of changes are reported, too", async () => {
			const t = setup();
			const mine = factOwner(t, { user: "u" });
			const follower = new Follower(t, mine);
			const gone = await know(t, mine, "gone");
			await follower.catchUp();
			await t.store.facts.commit({ tenant: t.tenant, put: [], remove: [gone.id] });
			const facts = [];
			for (const content of ["a", "b", "c", "d", "e"]) facts.push(await know(t, mine, content));
			await follower.catchUp();
			expect(follower.ids).toEqual(facts.map(({ id }) => id).sort());
		});

		it("FA2: entries are returned unchanged; content is returned only if there is no entry", async () => {
			const t = setup();
			const mine = factOwner(t);
			const entry = new Uint8Array([1, 2]);
			const times = { createdAt: 5, updatedAt: 6 };
			const made = await know(t, mine, "made", { entry, vector: true, ...times });
			const bare = await know(t, mine, "bare", { importance: 0.9, confidence: 0.1, pinned: true });
			const { facts, rev } = await t.store.facts.changes(mine, 0, 9);
			const of = ({
				no,
				id,
				rev,
				status,
				importance,
				confidence,
				pinned,
				createdAt,
				updatedAt,
			}: typeof made) => ({
				no,
				id,
				rev,
				status,
				importance,
				confidence,
				pinned,
				createdAt,
				updatedAt,
			});
			expect(facts).toEqual([
				{ ...of(made), entry, vector: true, content: undefined },
				{ ...of(bare), entry: undefined, vector: false, content: "bare" },
			]);
			expect(rev).toBe(bare.rev);
		});

		it("FA2: a request with limit 0 returns the number of an owner's facts", async () => {
			const t = setup();
			const mine = factOwner(t, { user: "u" });
			expect((await t.store.facts.changes(mine, 0, 0)).total ?? 0).toBe(0);
			for (const content of ["a", "b", "c"]) await know(t, mine, content);
			const { rev } = await know(t, factOwner(t), "everybody's");
			const none = { facts: [], removed: [], more: true, reset: false };
			const [{ rev: newest }] = [await t.store.facts.changes(mine, 0, 1)];
			expect(await t.store.facts.changes(mine, 0, 0)).toEqual({ ...none, rev: newest, total: 3 });
			expect(await t.store.facts.changes(everybody(t), 0, 0)).toEqual({ ...none, rev, total: 4 });
		});

		it("FA2: facts are looked up by number, only those of the owner", async () => {
			const t = setup();
			const mine = factOwner(t, { user: "u" });
			const [a, b] = [await know(t, mine, "a"), await know(t, mine, "b", { pinned: true })];
			const foreign = await know(t, factOwner(t, { user: "v" }), "a");
			const gone = await know(t, mine, "gone");
			await t.store.facts.commit({ tenant: t.tenant, put: [], remove: [gone.id] });
			const nos = [b.no, foreign.no, gone.no, a.no];
			const found = await t.store.index.facts(mine, nos);
			const { facts } = await t.store.facts.changes(mine, 0, 9);
			expect(found.sort((x, y) => x.rev - y.rev)).toEqual(facts);
			expect(facts.map(({ id }) => id)).toEqual([a.id, b.id]);
			expect(await t.store.index.facts(mine, [])).toEqual([]);
			expect(await t.store.index.facts(factOwner(t, { user: "nobody" }), nos)).toEqual([]);
			const elsewhere = { ...mine, tenant: newTenant() };
			expect(await t.store.index.facts(elsewhere, nos)).toEqual([]);
			const other = await know(t, { ...mine, space: "other" }, "a");
			const all = await t.store.index.facts(everybody(t), [...nos, other.no]);
			expect(all.map(({ id }) => id).sort()).toEqual([a.id, b.id, foreign.id].sort());
		});

		it("FA6: a rebuilt entry is stored without a new revision, unless the fact has changed", async () => {
			const t = setup();
			const mine = factOwner(t);
			const [a, b] = [await know(t, mine, "a"), await know(t, mine, "b")];
			const put = [changedFact(b, { content: "c" })];
			await t.store.facts.commit({ tenant: t.tenant, put, remove: [] });
			const entry = new Uint8Array([7]);
			const entries = [a, b, { id: "never", rev: 1 }].map(({ id, rev }) => ({
				id,
				rev,
				entry,
				vector: true,
			}));
			await t.store.facts.index(t.tenant, entries);
			expect(await getFact(t, a.id)).toEqual({ ...a, entry, vector: true });
			expect(await getFact(t, b.id)).toMatchObject({ entry: undefined, vector: false });
		});

		it("FA6: vectors of an embedder that the tenant no longer uses are not stored", async () => {
			const t = setup();
			const mine = factOwner(t);
			const { uid } = await t.append(t.name("s"), drafts("a"));
			const entry = new Uint8Array([7]);
			const name = "old";
			await t.store.index.setEmbedder({
				tenant: t.tenant,
				embedder: { name, dimensions: 1 },
				expected: undefined,
				clear: false,
			});
			const segment = { from: 0, to: 1, documents: 1, vectors: 1, body: entry };
			expect(await t.store.index.put({ tenant: t.tenant, uid, segment, blanked: 0, embedder: name })).toBe(
				true,
			);
			const expected = { name, dimensions: 1 };
			await t.store.index.setEmbedder({
				tenant: t.tenant,
				embedder: { name: "new", dimensions: 1 },
				expected,
				clear: true,
			});
			expect(await t.store.index.put({ tenant: t.tenant, uid, segment, blanked: 0, embedder: name })).toBe(
				false,
			);
			expect(
				await t.store.index.put({
					tenant: t.tenant,
					uid,
					segment: { ...segment, vectors: 0 },
					blanked: 0,
					embedder: name,
				}),
			).toBe(true);
			const late = { ...draftFact(mine, "late"), entry, vector: true };
			await t.store.facts.commit({ tenant: t.tenant, put: [newFact(late)], remove: [], embedder: name });
			const kept = await getFact(t, late.id);
			expect(kept).toMatchObject({ content: "late", entry: undefined, vector: false });
			const made = [{ id: late.id, rev: kept?.rev ?? 0, entry, vector: true }];
			await t.store.facts.index(t.tenant, made, name);
			expect(await getFact(t, late.id)).toMatchObject({ entry: undefined, vector: false });
			await t.store.facts.index(t.tenant, made, "new");
			expect(await getFact(t, late.id)).toMatchObject({ entry, vector: true });
		});

		it("ME10: a whole space is followed across its owners; a fact that moves within it is not removed", async () => {
			const t = setup();
			const all = new Follower(t, everybody(t));
			const { uid } = await t.append(t.name("s"), drafts("a"));
			const facts = [
				await know(t, factOwner(t), "a"),
				await know(t, factOwner(t, { user: "u" }), "b"),
				await know(t, factOwner(t, { uid }), "c"),
			];
			await know(t, factOwner(t, { space: "space:x" }), "elsewhere");
			expect((await all.catchUp()).ids).toEqual(facts.map(({ id }) => id));
			const [a, b, c] = facts;
			if (!a || !b || !c) throw new Error("not stored");
			const before = new Follower(t, factOwner(t, { user: "u" }));
			await before.catchUp();
			const put = [changedFact(b, { owner: factOwner(t, { user: "v" }) })];
			await t.store.facts.commit({ tenant: t.tenant, put, remove: [a.id] });
			expect(await all.catchUp()).toEqual({ ids: [b.id], removed: [a.no], resets: 0 });
			expect(await before.catchUp()).toEqual({ ids: [], removed: [b.no], resets: 0 });
			await t.store.erasure.erase({ tenant: t.tenant, session: uid });
			expect(await all.catchUp()).toEqual({ ids: [], removed: [c.no], resets: 0 });
			expect(all.ids).toEqual([b.id]);
		});

		it("ER1: a follower of an erased owner, space or tenant is reset", async () => {
			const t = setup();
			const mine = factOwner(t, { user: "u" });
			for (const scope of [{ user: mine.userId }, { space: SPACE }, { everything: true }]) {
				const followers = [new Follower(t, mine), new Follower(t, everybody(t))];
				await know(t, mine, "old");
				await know(t, mine, "older");
				for (const follower of followers) await follower.catchUp();
				await t.store.erasure.erase({ tenant: t.tenant, ...scope } as never);
				const late = [new Follower(t, mine), new Follower(t, everybody(t))];
				for (const [i, follower] of followers.entries()) {
					(late[i] as Follower).rev = follower.rev;
					for (const [no, fact] of follower.known) late[i]?.known.set(no, fact);
					await follower.catchUp();
					expect(follower.ids).toEqual([]);
				}
				const { id } = await know(t, mine, "new");
				for (const follower of [...followers, ...late]) {
					await follower.catchUp();
					expect(follower.ids).toEqual([id]);
				}
				await t.store.erasure.erase({ tenant: t.tenant, everything: true });
			}
		});

		it("FA3: a unit can require that the facts of an owner have not changed", async () => {
			const t = setup();
			const mine = factOwner(t, { user: "u" });
			const commit = (rev: number, content: string) =>
				t.store.facts.commit({
					tenant: t.tenant,
					remove: [],
					put: [newFact(draftFact(mine, content))],
					owners: [{ owner: mine, rev }],
				});
			await commit(0, "a");
			const { rev } = await t.store.facts.changes(mine, 0, 9);
			await know(t, factOwner(t, { user: "v" }), "x");
			await commit(rev, "b");
			for (const stale of [0, rev]) {
				const refused = await refusal(commit(stale, "c"));
				expect(refused).toMatchObject({ code: "conflict", precondition: "facts", expected: stale });
			}
			const now = await t.store.facts.changes(mine, 0, 9);
			const last = now.facts.at(-1);
			await t.store.facts.commit({ tenant: t.tenant, put: [], remove: [last?.id ?? ""] });
			expect((await refusal(commit(now.rev, "d"))).code).toBe("conflict");
		});
	});
}
