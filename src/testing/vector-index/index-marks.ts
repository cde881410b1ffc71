import { describe, expect, it } from "vitest";
import { EMBEDDER, entry, type IndexFixture, owned, point } from "./index-fixture.ts";

/** Updates: refused from another mark, and one of several concurrent ones. */
export function describeIndexMarks(setup: () => IndexFixture): void {
	describe("marks", () => {
		it("BE3: the declared capabilities match the members of the index", () => {
			const { index } = setup();
			expect(index.words !== undefined).toBe(index.capabilities.words);
		});

		it("FA6: common vector lengths are accepted, also when they are checked again", async () => {
			const { index } = setup();
			for (const dimensions of [2, 256, 1_536, 2]) expect(await index.check(dimensions)).toBeUndefined();
		});

		it("FA2: an unknown owner has no mark and no entries", async () => {
			const t = setup();
			expect(await t.index.mark(t.owner())).toBeUndefined();
			expect(await t.near(t.owner(), [1, 2, 3])).toEqual([]);
			expect(await t.index.count({ target: t.owner() })).toEqual({ terms: 0, vectors: 0 });
		});

		it("FA2: an update from another mark is refused and changes nothing", async () => {
			const t = setup();
			const target = t.owner();
			const mark = await t.step(target, { put: [point(1, [1, 0])] });
			const to = { rev: 9, embedder: EMBEDDER };
			const rest = { target, to, clear: true, put: owned(target, [point(2, [1, 0])]), remove: [1] };
			for (const from of [undefined, { ...mark, rev: 7 }, { ...mark, embedder: "other" }])
				expect(await t.index.write({ ...rest, from })).toBe(false);
			expect(await t.index.mark(target)).toEqual(mark);
			expect(await t.near(target, [1, 0])).toEqual([1]);
			const other = t.owner({ user: "u" });
			const late = { ...rest, target: other, put: owned(other, [point(2, [1, 0])]), from: mark };
			expect(await t.index.write(late)).toBe(false);
		});

		it("FA2: of several concurrent updates from the same mark, one is applied", async ({ skip }) => {
			const t = setup();
			if (!t.index.capabilities.atomic) skip("the index has no atomic updates");
			const target = t.owner({ user: "u" });
			for (let round = 0; round < 3; round++) {
				const from = await t.index.mark(target);
				const to = { rev: round + 1, embedder: EMBEDDER };
				const made = await Promise.all(
					[10, 20, 30].map((no) => {
						const put = owned(target, [entry(no + round, { 5: 1 }, [1, 0])]);
						return t.index.write({ target, from, to, clear: false, put, remove: [] });
					}),
				);
				expect(made.filter((one) => one)).toHaveLength(1);
				expect(await t.near(target, [1, 0])).toHaveLength(round + 1);
			}
		});

		it("FA6: the mark names the embedder; an update that clears starts again, with vectors of another length", async () => {
			const t = setup();
			const target = t.owner();
			await t.step(target, { put: [point(1, [1, 0, 0]), point(2, [0, 1, 0])], embedder: "old" });
			const mark = await t.step(target, { put: [point(2, [0, 0, 0, 9])], clear: true, embedder: "new" });
			expect(await t.index.mark(target)).toEqual(mark);
			expect(mark.embedder).toBe("new");
			expect(await t.near(target, [0, 0, 0, 1])).toEqual([2]);
			expect(await t.near(target, [1, 0, 0])).toEqual([]);
			expect((await t.index.count({ target })).vectors).toBe(1);
		});

		it("FA2: an empty update moves the mark", async () => {
			const t = setup();
			const target = t.owner();
			await t.step(target, {});
			const mark = await t.step(target, { remove: [404] });
			expect(await t.index.mark(target)).toEqual(mark);
			expect(mark.rev).toBe(2);
		});
	});
}
