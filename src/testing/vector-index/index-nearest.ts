import { describe, expect, it } from "vitest";
import type { IndexOwner } from "../../store/ports/index.ts";
import { newTenant } from "../fixture.ts";
import { entry, type IndexFixture, point } from "./index-fixture.ts";

/** Which entries are found by vector, of which owner, in which order. */
export function describeIndexNearest(setup: () => IndexFixture): void {
	describe("nearest entries", () => {
		it("FA2: entries are ranked by cosine, nearest first; vector lengths do not matter", async () => {
			const t = setup();
			const target = t.owner();
			const put = [
				point(1, [10, 0, 0, 0]),
				point(2, [100, 100, 0, 0]),
				point(3, [0, 7, 0, 0]),
				point(5, [-127, 0, 0, 1]),
			];
			await t.step(target, { put });
			expect(await t.near(target, [3, 1, 0, 0], 9)).toEqual([1, 2, 3, 5]);
			expect(await t.near(target, [3, 1, 0, 0], 2)).toEqual([1, 2]);
			expect(await t.near(target, [3, 1, 0, 0, 0], 2)).toEqual([]);
		});

		it("FA2: an entry that is put again replaces the old one; removed ones are not found", async () => {
			const t = setup();
			const target = t.owner();
			await t.step(target, { put: [point(1, [1, 0]), point(2, [0, 1]), point(3, [-1, 0])] });
			await t.step(target, { put: [point(1, [-9, 1])], remove: [2, 404] });
			expect(await t.near(target, [1, 0])).toEqual([1, 3]);
			expect(await t.near(target, [-1, 0])).toEqual([3, 1]);
			expect((await t.index.count({ target })).vectors).toBe(2);
		});

		it("ID1: nothing of another owner, space or tenant is found, counted or removed", async () => {
			const t = setup();
			const mine = t.owner({ user: "u" });
			const others = [t.owner(), t.owner({ user: "v" }), t.owner({ user: "u", space: "other" })];
			const foreign = { ...mine, tenant: newTenant() };
			await t.step(mine, { put: [point(1, [1, 1])] });
			await t.step(foreign, { put: [point(1, [1, 0])] });
			for (const [i, owner] of others.entries()) await t.step(owner, { put: [point(i + 10, [1, 0])] });
			expect(await t.near(mine, [1, 0])).toEqual([1]);
			expect((await t.index.count({ target: mine })).vectors).toBe(1);
			await t.step(mine, { remove: [10, 11, 12] });
			for (const [i, owner] of others.entries()) expect(await t.near(owner, [1, 0])).toEqual([i + 10]);
			await t.step(mine, { remove: [1] });
			expect(await t.near(foreign, [1, 0])).toEqual([1]);
		});

		it("FA2: an entry that has moved to another owner is found there, and its old owner does not remove it", async () => {
			const t = setup();
			const [before, after] = [t.owner({ user: "u" }), t.owner({ user: "v" })];
			await t.step(before, { put: [point(1, [1, 0])] });
			await t.step(after, { put: [point(1, [1, 0])] });
			await t.step(before, { remove: [1] });
			expect(await t.near(before, [1, 0])).toEqual([]);
			expect(await t.near(after, [1, 0])).toEqual([1]);
		});

		it("FA2: numbers of any size are distinct", async () => {
			const t = setup();
			const target = t.owner();
			const nos = [1, 127, 128, 2 ** 32, 2 ** 32 + 1, 2 ** 52];
			await t.step(target, { put: nos.map((no) => entry(no, { 3: 1 }, [1, 0])) });
			expect((await t.near(target, [1, 0])).sort((a, b) => a - b)).toEqual(nos);
		});

		it("FA2: a sample of cosines is that of all entries, if there are few", async ({ skip }) => {
			const t = setup();
			if (!t.index.capabilities.samples) skip("the index has no samples");
			const target = t.owner();
			const vectors = [
				[10, 0, 0],
				[100, 100, 0],
				[0, 7, 0],
			];
			await t.step(target, { put: vectors.map((vector, no) => point(no, vector)) });
			const { usual = [] } = await t.index.nearest({ target, vector: Int8Array.from([3, 1, 0]), limit: 9 });
			const expected = [3, 4 / Math.SQRT2, 1].map((product) => product / Math.sqrt(10));
			expect(usual).toHaveLength(3);
			usual.sort((a, b) => b - a);
			for (const [i, cosine] of usual.entries()) expect(cosine).toBeCloseTo(expected[i] ?? 0, 3);
		});
	});

	describe("whole spaces", () => {
		it("FA2: a whole space has its own mark; its entries are found in the space and with their owner", async ({
			skip,
		}) => {
			const t = setup();
			if (!t.index.capabilities.spaces) skip("the index has no whole spaces");
			const owners = [t.owner(), t.owner({ user: "u" }), t.owner({ session: "s" })];
			const put = owners.map((owner, i) => point(i + 1, [9, i], owner));
			const mark = await t.step(t.everybody(), { put });
			await t.step(t.owner({ space: "other" }), { put: [point(9, [1, 0])] });
			expect(await t.near(t.everybody(), [1, 0])).toEqual([1, 2, 3]);
			for (const [i, owner] of owners.entries()) {
				expect(await t.near(owner, [1, 0])).toEqual([i + 1]);
				expect(await t.index.mark(owner)).toBeUndefined();
			}
			await t.step(owners[1] as IndexOwner, { put: [point(2, [-9, 0])] });
			expect(await t.near(t.everybody(), [1, 0])).toEqual([1, 3, 2]);
			expect(await t.index.mark(t.everybody())).toEqual(mark);
			await t.step(t.everybody(), { remove: [1] });
			expect(await t.near(owners[0] as IndexOwner, [1, 0])).toEqual([]);
		});

		it("FA6: clearing an owner ends the mark of its space, and the other way round", async ({ skip }) => {
			const t = setup();
			if (!t.index.capabilities.spaces) skip("the index has no whole spaces");
			const [u, v, other] = [t.owner({ user: "u" }), t.owner({ user: "v" }), t.owner({ space: "other" })];
			await t.step(other, { put: [point(9, [1, 0])] });
			await t.step(v, { put: [point(2, [1, 0])] });
			await t.step(t.everybody(), { put: [point(1, [1, 0], u), point(2, [1, 0], v)] });
			await t.step(u, { put: [point(3, [1, 0])], clear: true });
			expect(await t.index.mark(t.everybody())).toBeUndefined();
			expect(await t.near(t.everybody(), [1, 0])).not.toContain(1);
			expect(await t.index.mark(v)).toBeDefined();
			await t.step(t.everybody(), { put: [point(4, [1, 0], v)], clear: true });
			expect([await t.index.mark(u), await t.index.mark(v)]).toEqual([undefined, undefined]);
			expect(await t.near(t.everybody(), [1, 0])).toEqual([4]);
			expect(await t.index.mark(other)).toBeDefined();
		});
	});

	describe("messages in an index", () => {
		it("ID1: messages are found by session, by user and in a whole space, never among facts", async ({
			skip,
		}) => {
			const t = setup();
			if (!t.index.capabilities.messages) skip("the index has no messages");
			const of = (session: string, user: string): IndexOwner => ({
				...t.owner({ session, user }),
				kind: "message",
			});
			const [one, two, three] = [of("s1", "u"), of("s2", "u"), of("s3", "v")];
			for (const owner of [one, two, three])
				await t.step(owner, { put: [point(0, [1, 0]), point(1, [0, 1])] });
			await t.step(t.owner({ user: "u" }), { put: [point(0, [1, 0])] });
			const uids = async (target: Parameters<typeof t.near>[0]) => {
				const { entries } = await t.index.nearest({ target, vector: Int8Array.from([1, 0]), limit: 9 });
				return entries.map(({ no, uid }) => `${uid} ${no}`).sort();
			};
			expect(await uids(one)).toEqual(["s1 0", "s1 1"]);
			expect(await uids({ ...one, uid: undefined })).toEqual(["s1 0", "s1 1", "s2 0", "s2 1"]);
			expect(await uids(t.everybody("message"))).toHaveLength(6);
			expect(await t.near(t.owner({ user: "u" }), [1, 0])).toEqual([0]);
			const { tenant } = one;
			await t.index.erase({ tenant, sessions: [two.uid as string as never] });
			expect(await t.index.mark(two)).toBeUndefined();
			expect(await uids({ ...one, uid: undefined })).toEqual(["s1 0", "s1 1"]);
		});
	});
}
