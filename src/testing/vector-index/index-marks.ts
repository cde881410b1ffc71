import { describe, expect, it } from "vitest";
import { EMBEDDER, entry, type IndexFixture } from "./index-fixture.ts";

/** Steps: all or nothing, and one of several at once. */
export function describeIndexMarks(setup: () => IndexFixture): void {
	describe("marks", () => {
		it("FA2: an owner that nothing was written of has no mark, no facts and no candidates", async () => {
			const { index, owner } = setup();
			const nothing = { mark: undefined, facts: 0, holding: [0, 0] };
			expect(await index.statistics(owner(), [1, 2])).toEqual(nothing);
			const query = {
				terms: [{ hash: 1, weight: 1, near: [] }],
				vector: Int8Array.from([1, 2, 3]),
				limit: 5,
			};
			expect(await index.find(owner(), query)).toEqual({ byWords: [], byMeaning: [], usual: [] });
			expect(await index.count({ owner: owner() })).toEqual({ terms: 0, vectors: 0 });
		});

		it("FA2: a step from another mark than the index has is refused, and changes nothing", async () => {
			const t = setup();
			const owner = t.owner();
			const mark = await t.step(owner, { put: [entry(1, { 5: 1 })] });
			const to = { rev: 9, embedder: EMBEDDER };
			const rest = { owner, to, clear: true, put: [entry(2, { 6: 1 })], remove: [1] };
			for (const from of [undefined, { ...mark, rev: 7 }, { ...mark, embedder: "other" }])
				expect(await t.index.write({ ...rest, from })).toBe(false);
			const { mark: still, facts, holding } = await t.index.statistics(owner, [5, 6]);
			expect({ still, facts, holding }).toEqual({ still: mark, facts: 1, holding: [1, 0] });
			expect(await t.index.write({ ...rest, owner: t.owner({ user: "u" }), from: mark })).toBe(false);
		});

		it("FA2: of several steps at once from the same mark, one is made", async () => {
			const t = setup();
			const owner = t.owner({ user: "u" });
			for (let round = 0; round < 3; round++) {
				const { mark: from } = await t.index.statistics(owner, []);
				const to = { rev: round + 1, embedder: undefined };
				const made = await Promise.all(
					[10, 20, 30].map((no) => {
						const put = [entry(no + round, { 5: 1 })];
						return t.index.write({ owner, from, to, clear: false, put, remove: [] });
					}),
				);
				expect(made.filter((one) => one)).toHaveLength(1);
				expect(await t.holding(owner, [5])).toHaveLength(round + 1);
			}
		});

		it("FA6: the mark says whose vectors there are; a step that clears begins anew, with vectors of another length", async () => {
			const t = setup();
			const owner = t.owner();
			const old = [entry(1, { 5: 1 }, [1, 0, 0]), entry(2, { 5: 1 }, [0, 1, 0])];
			await t.step(owner, { put: old, embedder: "old" });
			const put = [entry(2, { 6: 2 }, [0, 0, 0, 9])];
			const mark = await t.step(owner, { put, clear: true, embedder: "new" });
			expect(await t.index.statistics(owner, [5, 6])).toEqual({ mark, facts: 1, holding: [0, 1] });
			expect(mark.embedder).toBe("new");
			const query = { vector: Int8Array.from([0, 0, 0, 1]), limit: 5 };
			expect((await t.index.find(owner, query)).byMeaning).toEqual([2]);
			expect(await t.index.count({ owner })).toEqual({ terms: 1, vectors: 1 });
		});

		it("FA2: a step of nothing moves the mark", async () => {
			const t = setup();
			const owner = t.owner();
			await t.step(owner, {});
			const mark = await t.step(owner, { remove: [404] });
			expect(await t.index.statistics(owner, [])).toEqual({ mark, facts: 0, holding: [] });
		});
	});
}
