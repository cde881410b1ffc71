import { describe, expect, it } from "vitest";
import { newTenant } from "../fixture.ts";
import { entry, type IndexFixture, wanted } from "./index-fixture.ts";

/** What is found, of whom, in which order. */
export function describeIndexSearch(setup: () => IndexFixture): void {
	describe("candidates", () => {
		it("FA2: facts come by how full they are of the words, near words counted in part", async () => {
			const t = setup();
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
			// 2: 2 × 1.286 + 1; 1: 2; 4: 2 × 0.75, by the first near word alone; 3: 1; 5: 2 × 0.43, however often it holds it.
			const find = async (limit: number) => (await t.index.find(owner, { terms, limit })).byWords;
			expect(await find(9)).toEqual([2, 1, 4, 3, 5]);
			expect(await find(2)).toEqual([2, 1]);
			expect((await t.index.find(owner, { terms: [], limit: 9 })).byWords).toEqual([]);
		});

		it("FA2: facts come by cosine, nearest first; lengths do not count, and facts without a vector are not there", async () => {
			const t = setup();
			const owner = t.owner();
			const put = [
				entry(1, { 5: 1 }, [10, 0, 0, 0]),
				entry(2, { 5: 1 }, [100, 100, 0, 0]),
				entry(3, {}, [0, 7, 0, 0]),
				entry(4, { 5: 1 }),
				entry(5, { 5: 1 }, [-127, 0, 0, 1]),
			];
			await t.step(owner, { put });
			const vector = Int8Array.from([3, 1, 0, 0]);
			const { byMeaning, byWords, usual } = await t.index.find(owner, { vector, limit: 9 });
			expect([byMeaning, byWords]).toEqual([[1, 2, 3, 5], []]);
			const expected = [3, 4 / Math.SQRT2, 1, -3].map((product) => product / Math.sqrt(10));
			expect(usual).toHaveLength(4);
			usual.sort((a, b) => b - a);
			for (const [i, cosine] of usual.entries()) expect(cosine).toBeCloseTo(expected[i] ?? 0, 3);
			expect((await t.index.find(owner, { vector, limit: 2 })).byMeaning).toEqual([1, 2]);
			const longer = Int8Array.from([3, 1, 0, 0, 0]);
			expect((await t.index.find(owner, { vector: longer, limit: 2 })).byMeaning).toEqual([]);
		});

		it("FA2: what is put again takes the place of what there was, in the counts too", async () => {
			const t = setup();
			const owner = t.owner();
			await t.step(owner, {
				put: [entry(1, { 5: 1, 6: 1 }, [1, 0]), entry(2, { 5: 1 }, [0, 1])],
			});
			await t.step(owner, { put: [entry(1, { 6: 2, 7: 1 }, [-1, 0])], remove: [2, 3] });
			const { facts, holding } = await t.index.statistics(owner, [5, 6, 7]);
			expect({ facts, holding }).toEqual({ facts: 1, holding: [0, 1, 1] });
			expect(await t.holding(owner, [5])).toEqual([]);
			expect(await t.holding(owner, [6, 7])).toEqual([1]);
			const found = await t.index.find(owner, { vector: Int8Array.from([1, 0]), limit: 5 });
			expect(found.byMeaning).toEqual([1]);
			expect(found.usual[0]).toBeCloseTo(-1, 3);
		});

		it("ID1: nothing of another owner, space or tenant is found, counted or sampled", async () => {
			const t = setup();
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
			const { facts, holding } = await t.index.statistics(mine, [5, 6]);
			expect({ facts, holding }).toEqual({ facts: 1, holding: [1, 0] });
			const query = { terms: wanted([5, 6]), vector: Int8Array.from([1, 0]), limit: 9 };
			const { byWords, byMeaning, usual } = await t.index.find(mine, query);
			expect({ byWords, byMeaning, usual: usual.length }).toEqual({
				byWords: [1],
				byMeaning: [1],
				usual: 1,
			});
		});

		it("FA2: terms and numbers of any size are kept apart", async () => {
			const t = setup();
			const owner = t.owner();
			const terms = [-2_147_483_648, -1, 0, 1, 2_147_483_647];
			const nos = [1, 127, 128, 2 ** 32, 2 ** 32 + 1, 2 ** 52];
			const put = nos.map((no, i) => entry(no, { [terms[i % 5] as number]: 255, 3: 1 }));
			await t.step(owner, { put });
			expect((await t.index.statistics(owner, terms)).holding).toEqual([2, 1, 1, 1, 1]);
			for (const [i, no] of nos.entries())
				expect(await t.holding(owner, [terms[i % 5] as number])).toContain(no);
			expect((await t.holding(owner, [3])).sort((a, b) => a - b)).toEqual(nos);
		});
	});
}
