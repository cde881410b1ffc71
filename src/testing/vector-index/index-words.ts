import { describe, expect, it } from "vitest";
import { newTenant } from "../fixture.ts";
import { entry, type IndexFixture, wanted } from "./index-fixture.ts";

/** Which facts are found by words, of which owner, in which order. For indexes with the capability `words`. */
export function describeIndexWords(setup: () => IndexFixture): void {
	describe("words of an index", () => {
		const withWords = (skip: (note: string) => void): IndexFixture => {
			const t = setup();
			if (!t.index.words) skip("the index has no words");
			return t;
		};

		it("FA2: an unknown owner has no statistics and no facts", async ({ skip }) => {
			const t = withWords(skip);
			const nothing = { mark: undefined, entries: 0, holding: [0, 0] };
			expect(await t.words.statistics(t.owner(), [1, 2])).toEqual(nothing);
			expect(await t.holding(t.owner(), [1])).toEqual([]);
		});

		it("FA2: facts are ranked by how often they contain the words; near words count partly", async ({
			skip,
		}) => {
			const t = withWords(skip);
			const owner = t.owner();
			const put = [
				entry(1, { 5: 1 }),
				entry(2, { 5: 3, 6: 1 }),
				entry(3, { 6: 1 }),
				entry(4, { 7: 1, 8: 1 }),
				entry(5, { 8: 9 }),
				entry(6, { 9: 1 }),
			];
			await t.step(owner, { put });
			const near = [
				{ hash: 7, gain: 0.5 },
				{ hash: 8, gain: 0.2 },
			];
			const terms = [
				{ hash: 5, weight: 2, near },
				{ hash: 6, weight: 1, near: [] },
			];
			// 2: 2 × 1.286 + 1; 1: 2; 4: 2 × 0.75, only by the first near word; 3: 1; 5: 2 × 0.43, however many
			// times it contains it.
			expect(await t.words.find(owner, terms, 9)).toEqual([2, 1, 4, 3, 5]);
			expect(await t.words.find(owner, terms, 2)).toEqual([2, 1]);
			expect(await t.words.find(owner, [], 9)).toEqual([]);
		});

		it("FA2: facts without a vector are found by words, and not by vector", async ({ skip }) => {
			const t = withWords(skip);
			const target = t.owner();
			await t.step(target, { put: [entry(1, { 5: 1 }), entry(2, {}, [1, 0])] });
			expect(await t.holding(target, [5])).toEqual([1]);
			expect(await t.near(target, [1, 0])).toEqual([2]);
			expect(await t.index.count({ target })).toEqual({ terms: 2, vectors: 1 });
		});

		it("FA2: a fact that is put again replaces its entry, in the counts too", async ({ skip }) => {
			const t = withWords(skip);
			const owner = t.owner();
			await t.step(owner, {
				put: [entry(1, { 5: 1, 6: 1 }, [1, 0]), entry(2, { 5: 1 }, [0, 1])],
			});
			const put = [entry(1, { 6: 2, 7: 1 }, [-1, 0])];
			const mark = await t.step(owner, { put, remove: [2, 3] });
			expect(await t.words.statistics(owner, [5, 6, 7])).toEqual({ mark, entries: 1, holding: [0, 1, 1] });
			expect(await t.holding(owner, [5])).toEqual([]);
			expect(await t.holding(owner, [6, 7])).toEqual([1]);
		});

		it("ID1: nothing of another owner, space or tenant is found or counted", async ({ skip }) => {
			const t = withWords(skip);
			const mine = t.owner({ user: "u" });
			const others = [
				t.owner(),
				t.owner({ user: "v" }),
				t.owner({ user: "u", space: "other" }),
				{ ...mine, tenant: newTenant() },
			];
			await t.step(mine, { put: [entry(1, { 5: 1 }, [1, 1])] });
			for (const [i, owner] of others.entries())
				await t.step(owner, { put: [entry(i + 10, { 5: 3, 6: 1 }, [1, 0]), entry(1, { 6: 1 }, [1, 0])] });
			const { entries, holding } = await t.words.statistics(mine, [5, 6]);
			expect({ entries, holding }).toEqual({ entries: 1, holding: [1, 0] });
			expect(await t.words.find(mine, wanted([5, 6]), 9)).toEqual([1]);
		});

		it("ER1: erased facts are no longer found by words or counted", async ({ skip }) => {
			const t = withWords(skip);
			const target = t.owner();
			const put = [entry(1, { 5: 1 }, [1, 0]), entry(2, { 5: 1, 6: 1 }, [0, 1]), entry(3, { 6: 1 })];
			const mark = await t.step(target, { put });
			expect(await t.index.erase({ target, nos: [2, 3, 404] })).toEqual({ terms: 2, vectors: 1 });
			expect(await t.words.statistics(target, [5, 6])).toEqual({ mark, entries: 1, holding: [1, 0] });
			expect(await t.holding(target, [5, 6])).toEqual([1]);
			expect(await t.index.erase({ target })).toEqual({ terms: 1, vectors: 1 });
			const nothing = { mark: undefined, entries: 0, holding: [0] };
			expect(await t.words.statistics(target, [5])).toEqual(nothing);
		});

		it("FA2: terms and numbers of any size are distinct", async ({ skip }) => {
			const t = withWords(skip);
			const owner = t.owner();
			const terms = [-2_147_483_648, -1, 0, 1, 2_147_483_647];
			const nos = [1, 127, 128, 2 ** 32, 2 ** 32 + 1, 2 ** 52];
			const put = nos.map((no, i) => entry(no, { [terms[i % 5] as number]: 255, 3: 1 }));
			await t.step(owner, { put });
			expect((await t.words.statistics(owner, terms)).holding).toEqual([2, 1, 1, 1, 1]);
			for (const [i, no] of nos.entries())
				expect(await t.holding(owner, [terms[i % 5] as number])).toContain(no);
			expect((await t.holding(owner, [3])).sort((a, b) => a - b)).toEqual(nos);
		});
	});
}
