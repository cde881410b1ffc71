import { describe, expect, it } from "vitest";
import type { IndexScope } from "../../store/ports/index.ts";
import { user } from "../fixture.ts";
import { entry, type IndexFixture } from "./index-fixture.ts";

/** What is erased is gone, and nothing else. */
export function describeIndexErasure(setup: () => IndexFixture): void {
	describe("erasure of an index", () => {
		it("ER1: a scope goes whole, is counted before and after, and others stay", async () => {
			const cases: [Record<string, unknown>, boolean[]][] = [
				[{ user: user("u") }, [false, true, false, true]],
				[{ space: "space" }, [true, true, true, false]],
				[{ everything: true }, [true, true, true, true]],
			];
			for (const [part, goes] of cases) {
				const t = setup();
				const owners = [
					t.owner(),
					t.owner({ user: "u" }),
					t.owner({ user: "v" }),
					t.owner({ user: "u", space: "other" }),
				];
				for (const owner of owners)
					await t.step(owner, { put: [entry(1, { 5: 1 }, [1, 0]), entry(2, { 5: 1 })] });
				const scope = { tenant: owners[0]?.tenant, ...part } as IndexScope;
				const gone = goes.filter((one) => one).length;
				const all = { terms: 2 * gone, vectors: gone };
				expect(await t.index.count(scope)).toEqual(all);
				expect(await t.index.erase(scope)).toEqual(all);
				expect(await t.index.count(scope)).toEqual({ terms: 0, vectors: 0 });
				expect(await t.index.erase(scope)).toEqual({ terms: 0, vectors: 0 });
				for (const [i, owner] of owners.entries()) {
					const { mark, facts, holding } = await t.index.statistics(owner, [5]);
					const left = goes[i] ? 0 : 2;
					expect([mark === undefined, facts, holding]).toEqual([goes[i], left, [left]]);
					expect(await t.holding(owner, [5])).toHaveLength(left);
				}
			}
		});

		it("ER1: a step that began before the owner was erased is refused", async () => {
			const t = setup();
			const owner = t.owner({ user: "u" });
			const from = await t.step(owner, { put: [entry(1, { 5: 1 })] });
			expect(await t.index.erase({ owner })).toEqual({ terms: 1, vectors: 0 });
			const to = { ...from, rev: from.rev + 1 };
			const late = { owner, from, to, clear: false, put: [entry(2, { 5: 1 })], remove: [] };
			expect(await t.index.write(late)).toBe(false);
			expect(await t.index.count({ owner })).toEqual({ terms: 0, vectors: 0 });
			await t.step(owner, { put: [entry(3, { 5: 1 })] });
			expect(await t.holding(owner, [5])).toEqual([3]);
		});

		it("ER1: single facts go without a step; the mark stays", async () => {
			const t = setup();
			const owner = t.owner();
			const put = [entry(1, { 5: 1 }, [1, 0]), entry(2, { 5: 1, 6: 1 }, [0, 1]), entry(3, { 6: 1 })];
			const mark = await t.step(owner, { put });
			const scope = { owner, facts: [2, 3, 404] };
			expect(await t.index.count(scope)).toEqual({ terms: 2, vectors: 1 });
			expect(await t.index.erase(scope)).toEqual({ terms: 2, vectors: 1 });
			expect(await t.index.count(scope)).toEqual({ terms: 0, vectors: 0 });
			expect(await t.index.statistics(owner, [5, 6])).toEqual({ mark, facts: 1, holding: [1, 0] });
			expect(await t.holding(owner, [5, 6])).toEqual([1]);
		});
	});
}
