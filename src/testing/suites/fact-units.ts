import { describe, expect, it } from "vitest";
import type { FactUnit } from "../../store/ports/index.ts";
import { draftFact, factOwner, getFact, know, knownTo, newFact } from "../draft-fact.ts";
import { drafts, newUid, refusal, type Setup } from "../fixture.ts";

/** Units of work on facts: atomic, and one at a time. */
export function describeFactUnits(setup: Setup): void {
	describe("units of facts", () => {
		it("FA3: facts and the consolidation mark are committed together", async () => {
			const t = setup();
			const { uid } = await t.append(t.name("s"), drafts("a", "b"));
			const unit: FactUnit = {
				tenant: t.tenant,
				put: [newFact(draftFact(factOwner(t), "a"))],
				remove: [],
				consolidated: { uid, from: 0, to: 2 },
			};
			await t.store.facts.commit(unit);
			expect(await t.store.sessions.get({ uid, tenant: t.tenant })).toMatchObject({ consolidatedTo: 2 });
			expect(await knownTo(t, factOwner(t))).toEqual(["a"]);
		});

		it("FA3: a unit that is refused for any reason changes nothing", async () => {
			const t = setup();
			const name = t.name("s");
			const { uid } = await t.append(name, drafts("a", "b"));
			const kept = await know(t, factOwner(t), "kept");
			const good: FactUnit = {
				tenant: t.tenant,
				put: [newFact(draftFact(factOwner(t), "a"))],
				remove: [kept.id],
				consolidated: { uid, from: 0, to: 2 },
			};
			const before = await t.snapshot(name);
			const refused: [FactUnit, string][] = [
				[{ ...good, consolidated: { uid, from: 1, to: 2 } }, "consolidated"],
				[{ ...good, consolidated: { uid: newUid(), from: 0, to: 2 } }, "consolidated"],
				[{ ...good, consolidated: { uid, from: 0, to: 2, blanked: 1 } }, "consolidated"],
				[{ ...good, owners: [{ owner: factOwner(t), rev: 0 }] }, "facts"],
				[
					{ ...good, put: [...good.put, newFact(draftFact(factOwner(t), "b", { id: kept.id }))], remove: [] },
					"fact",
				],
			];
			for (const [unit, precondition] of refused) {
				expect(await refusal(t.store.facts.commit(unit))).toMatchObject({ code: "conflict", precondition });
			}
			const orphan = newFact(draftFact(factOwner(t, { uid: newUid() }), "orphan"));
			const lost = await refusal(t.store.facts.commit({ ...good, put: [...good.put, orphan] }));
			expect(lost.code).toBe("not_found");
			expect(await t.snapshot(name)).toEqual(before);
			expect(await getFact(t, kept.id)).toEqual(kept);
			await t.store.facts.commit(good);
		});

		it("FA3: of sixteen units for the same revision of an owner, one wins", async () => {
			const t = setup();
			const owner = factOwner(t, { user: "u" });
			const tries = Array.from({ length: 16 }, (_, i) =>
				t.store.facts.commit({
					tenant: t.tenant,
					put: [newFact(draftFact(owner, `fact ${i}`))],
					remove: [],
					owners: [{ owner, rev: 0 }],
				}),
			);
			const done = await Promise.allSettled(tries);
			expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
			expect(await knownTo(t, owner)).toHaveLength(1);
		});

		it("FA3: if sixteen writers store the same fact at the same time, it is stored once", async () => {
			const t = setup();
			const owner = factOwner(t, { user: "u" });
			const outcomes = await Promise.all(
				Array.from({ length: 16 }, () =>
					t.store.facts.commit({
						tenant: t.tenant,
						put: [newFact(draftFact(owner, "same"))],
						remove: [],
					}),
				),
			);
			const facts = outcomes.flatMap((outcome) => outcome.facts);
			expect(facts.filter(({ created }) => created)).toHaveLength(1);
			expect(new Set(facts.map(({ id }) => id)).size).toBe(1);
			expect(await knownTo(t, owner)).toEqual(["same"]);
		});

		it("FA1: numbers and revisions are unique, however many writers there are", async () => {
			const t = setup();
			const facts = await Promise.all(
				Array.from({ length: 24 }, (_, i) => know(t, factOwner(t, { user: `u${i % 3}` }), `fact ${i}`)),
			);
			expect(new Set(facts.map(({ no }) => no)).size).toBe(24);
			expect(new Set(facts.map(({ rev }) => rev)).size).toBe(24);
		});
	});
}
