import { describe, expect, it } from "vitest";
import { blankBody } from "../../event/index.ts";
import type { RekeyPlan, SessionName } from "../../store/ports/index.ts";
import { factOwner, getFact, know, knownTo } from "../draft-fact.ts";
import { draft, drafts, type Fixture, lifecycle, newUid, refusal, type Setup, user } from "../fixture.ts";

const plan = (from: SessionName, to: SessionName): RekeyPlan => ({
	from: { name: from },
	to,
	onConflict: "merge",
	at: 1,
	lifecycle: () => lifecycle("rekeyed"),
});

const rekeyUser = (t: Fixture, from: string, to: string, onConflict: "refuse" | "merge" = "merge") =>
	t.store.users.rekey({
		tenant: t.tenant,
		from: user(from),
		to: user(to),
		onConflict,
		at: 1,
		session: (name) => plan(name, t.name(name.sessionId, { user: to })),
	});

/** What happens to facts when sessions and users are renamed, merged, copied or pruned. */
export function describeFactMoves(setup: Setup): void {
	const placesOf = async (t: Fixture, id: string) =>
		(await getFact(t, id)).sources.map(({ sessionId, offset }) => [sessionId, offset]);

	describe("facts of moved sessions and users", () => {
		it("ID6: a renamed session keeps its facts; floating facts become its user's", async () => {
			const t = setup();
			const [from, to] = [t.name("from"), t.name("to", { user: "u" })];
			const { uid } = await t.append(from, drafts("a"));
			const sources = [{ uid, offset: 0 }];
			const [own, mine] = [factOwner(t, { uid }), factOwner(t, { user: "u" })];
			const kept = await know(t, own, "kept", {}, { sources });
			const lands = await know(t, own, "lands", { floating: true }, { sources });
			const { rev } = await t.store.facts.changes(own, 0, 9);
			await t.store.sessions.rekey(plan(from, to));
			expect(await knownTo(t, own)).toEqual(["kept"]);
			expect(await getFact(t, kept.id)).toMatchObject({ rev: kept.rev, owner: own });
			const landed = await getFact(t, lands.id);
			expect(landed).toMatchObject({ no: lands.no, owner: mine, floating: false });
			expect(landed.rev).toBeGreaterThan(lands.rev);
			expect(landed.sources).toMatchObject([{ uid, offset: 0, userId: "u", sessionId: "to" }]);
			expect(await t.store.facts.changes(own, rev, 9)).toMatchObject({ facts: [], removed: [lands.no] });
			expect((await t.store.facts.changes(mine, 0, 9)).facts).toMatchObject([{ id: lands.id }]);
		});

		it("ID6: a floating fact goes to the user that its session has by now", async () => {
			const t = setup();
			const { uid } = await t.append(t.name("s", { user: "u" }), drafts("a"));
			const fact = await know(t, factOwner(t, { uid }), "a", { floating: true });
			expect(fact).toMatchObject({ owner: factOwner(t, { user: "u" }), floating: false });
			expect(await know(t, factOwner(t, { uid }), "b")).toMatchObject({ owner: factOwner(t, { uid }) });
		});

		it("ID6: a fact that the user already has is not duplicated: sources and history are merged", async () => {
			const t = setup();
			const [from, to] = [t.name("from"), t.name("to", { user: "u" })];
			const { uid } = await t.append(from, drafts("a", "b"));
			const elsewhere = await t.append(t.name("other"), drafts("x"));
			const [own, mine] = [factOwner(t, { uid }), factOwner(t, { user: "u" })];
			const change = (at: number, what: string) => ({ at, body: { what } });
			const known = await know(
				t,
				mine,
				"Tea",
				{},
				{
					sources: [
						{ uid: elsewhere.uid, offset: 0 },
						{ uid, offset: 1 },
					],
					change: change(2, "known"),
				},
			);
			const twin = await know(
				t,
				own,
				"tea",
				{ floating: true },
				{
					sources: [
						{ uid, offset: 0 },
						{ uid, offset: 1 },
					],
					change: change(1, "twin"),
				},
			);
			const old = await know(t, mine, "old", { status: "superseded" });
			const anew = await know(t, own, "old", { floating: true });
			await t.store.sessions.rekey(plan(from, to));
			expect(await t.store.facts.get(t.tenant, [twin.id])).toEqual([]);
			expect(await placesOf(t, known.id)).toEqual([
				["to", 0],
				["to", 1],
				["other", 0],
			]);
			const history = [change(1, "twin"), change(2, "known")];
			expect(await t.store.facts.history(t.tenant, known.id)).toEqual(history);
			const after = await getFact(t, known.id);
			expect(after).toMatchObject({ content: "Tea", no: known.no });
			expect(after.rev).toBeGreaterThan(known.rev);
			// A superseded fact is not a duplicate.
			expect(await knownTo(t, mine)).toEqual(["Tea", "old", "old"]);
			expect((await t.store.facts.get(t.tenant, [old.id, anew.id])).map(({ status }) => status)).toEqual([
				"superseded",
				"active",
			]);
		});

		it("ID6: a merge moves the source's facts, and their sources point at the new offsets", async () => {
			const t = setup();
			const [from, to] = [t.name("from"), t.name("to", { user: "u" })];
			const source = (await t.append(from, drafts("old", "a", "b"))).uid;
			const target = (await t.append(to, drafts("x"))).uid;
			const [mine, theirs] = [factOwner(t, { uid: source }), factOwner(t, { uid: target })];
			const at = (offset: number) => ({ uid: source, offset });
			const cited = await know(
				t,
				factOwner(t),
				"cited",
				{},
				{ sources: [at(0), at(1), { uid: target, offset: 0 }] },
			);
			await know(t, mine, "own", {}, { sources: [at(2)] });
			const twin = await know(t, mine, "twin", {}, { sources: [at(1)] });
			const known = await know(t, theirs, "TWIN", {}, { sources: [{ uid: target, offset: 0 }] });
			await know(t, mine, "floats", { floating: true });
			await know(t, factOwner(t, { uid: source, space: "space:x" }), "elsewhere");
			await t.prune(from, 1);
			await t.store.sessions.rekey(plan(from, to));
			expect(await t.texts(to)).toEqual(["x", "a", "b", "rekeyed"]);
			// The event at offset 0 was removed: the old offset would now be that of another event.
			expect(await placesOf(t, cited.id)).toEqual([
				["to", 0],
				["to", 1],
			]);
			expect(await placesOf(t, known.id)).toEqual([
				["to", 0],
				["to", 1],
			]);
			expect(await t.store.facts.get(t.tenant, [twin.id])).toEqual([]);
			expect((await knownTo(t, theirs)).sort()).toEqual(["TWIN", "own"]);
			expect(await knownTo(t, factOwner(t, { user: "u" }))).toEqual(["floats"]);
			expect(await knownTo(t, factOwner(t, { uid: target, space: "space:x" }))).toEqual(["elsewhere"]);
			expect(
				await t.store.facts.from({ tenant: t.tenant, uid: target, offsets: [2], limit: 9 }),
			).toHaveLength(1);
			expect(
				await t.store.facts.from({ tenant: t.tenant, uid: source, offsets: undefined, limit: 9 }),
			).toEqual([]);
			expect(await t.store.erasure.count({ tenant: t.tenant, session: target })).toMatchObject({ facts: 3 });
		});

		it("ID6: a user's facts of every space move to the new id, and the old id has none", async () => {
			const t = setup();
			const [a, b] = [factOwner(t, { user: "a" }), factOwner(t, { user: "b" })];
			await know(t, a, "tea");
			const { rev } = await t.store.facts.changes(a, 0, 9);
			await know(t, factOwner(t, { user: "a", space: "space:x" }), "elsewhere");
			await know(t, b, "TEA");
			expect((await refusal(rekeyUser(t, "a", "b", "refuse"))).code).toBe("already_exists");
			expect((await refusal(rekeyUser(t, "nobody", "b"))).code).toBe("not_found");
			await rekeyUser(t, "a", "b");
			expect(await knownTo(t, b)).toEqual(["TEA"]);
			expect(await knownTo(t, factOwner(t, { user: "b", space: "space:x" }))).toEqual(["elsewhere"]);
			expect(await knownTo(t, a)).toEqual([]);
			expect(await t.store.facts.changes(a, rev, 9)).toMatchObject({ rev: 0, reset: true });
			expect((await refusal(rekeyUser(t, "a", "c"))).code).toBe("not_found");
		});

		it("SE10: a fork and an import have no facts, and are no source of any", async () => {
			const t = setup();
			const { uid } = await t.append(t.name("s"), drafts("a", "b"));
			await know(t, factOwner(t, { uid }), "own", {}, { sources: [{ uid, offset: 0 }] });
			const fork = await t.store.sessions.fork({
				source: { name: t.name("s") },
				offset: 1,
				to: t.name("fork"),
				uid: newUid(),
				lifecycle: lifecycle("forked"),
				at: 1,
			});
			expect(await knownTo(t, factOwner(t, { uid: fork.uid }))).toEqual([]);
			expect(
				await t.store.facts.from({ tenant: t.tenant, uid: fork.uid, offsets: undefined, limit: 9 }),
			).toEqual([]);
			expect(fork).toMatchObject({ consolidatedTo: 3 });
			const replaced = newUid();
			await t.store.sessions.load({
				name: t.name("s"),
				uid: replaced,
				mode: "auto",
				title: undefined,
				metadata: {},
				baseState: new Map(),
				base: 0,
				head: 1,
				lastRunId: undefined,
				storedAt: 1,
				createdAt: 1,
				updatedAt: 1,
				endedAt: undefined,
				events: [{ ...draft("a"), offset: 0 }],
				onConflict: "replace",
			});
			expect(await t.store.facts.spaces(t.tenant)).toEqual([]);
		});

		it("SE12: retention and erased events leave facts and their sources as they are", async () => {
			const t = setup();
			const name = t.name("s");
			const { uid } = await t.append(name, drafts("a", "b"));
			const sources = [
				{ uid, offset: 0 },
				{ uid, offset: 1 },
			];
			const fact = await know(t, factOwner(t, { user: "u" }), "a", {}, { sources });
			await t.prune(name, 1);
			await t.store.erasure.blank({ name }, [1], blankBody);
			expect(await getFact(t, fact.id)).toEqual(fact);
			expect(await t.store.facts.from({ tenant: t.tenant, uid, offsets: [1], limit: 9 })).toEqual([fact.id]);
		});
	});
}
