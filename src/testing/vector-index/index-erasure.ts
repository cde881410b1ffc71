import { describe, expect, it } from "vitest";
import type { IndexScope } from "../../store/ports/index.ts";
import { user } from "../fixture.ts";
import { type IndexFixture, owned, point } from "./index-fixture.ts";

/** Erases what is in the scope, and nothing else. */
export function describeIndexErasure(setup: () => IndexFixture): void {
	describe("erasure of an index", () => {
		it("ER1: a scope is erased completely, the counts match, and other scopes stay", async () => {
			const cases: [Record<string, unknown>, boolean[]][] = [
				[{ user: user("u") }, [false, true, false, true]],
				[{ space: "space" }, [true, true, true, false]],
				[{ sessions: ["none"] }, [false, false, false, false]],
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
				for (const [i, owner] of owners.entries())
					await t.step(owner, { put: [point(2 * i, [1, 0]), point(2 * i + 1, [0, 1])] });
				const scope = { tenant: owners[0]?.tenant, ...part } as IndexScope;
				const gone = 2 * goes.filter((one) => one).length;
				expect((await t.index.count(scope)).vectors).toBe(gone);
				expect((await t.index.erase(scope)).vectors).toBe(gone);
				expect(await t.index.count(scope)).toEqual({ terms: 0, vectors: 0 });
				expect(await t.index.erase(scope)).toEqual({ terms: 0, vectors: 0 });
				for (const [i, owner] of owners.entries()) {
					expect((await t.index.mark(owner)) === undefined).toBe(goes[i]);
					expect(await t.near(owner, [1, 0])).toHaveLength(goes[i] ? 0 : 2);
				}
			}
		});

		it("ER1: an update that began before the owner was erased is refused", async () => {
			const t = setup();
			const target = t.owner({ user: "u" });
			const from = await t.step(target, { put: [point(1, [1, 0])] });
			expect((await t.index.erase({ target })).vectors).toBe(1);
			const to = { ...from, rev: from.rev + 1 };
			const late = { target, from, to, clear: false, put: owned(target, [point(2, [1, 0])]), remove: [] };
			expect(await t.index.write(late)).toBe(false);
			expect(await t.index.count({ target })).toEqual({ terms: 0, vectors: 0 });
			await t.step(target, { put: [point(3, [1, 0])] });
			expect(await t.near(target, [1, 0])).toEqual([3]);
		});

		it("ER1: single entries are erased without an update; the mark stays", async () => {
			const t = setup();
			const target = t.owner();
			const mark = await t.step(target, { put: [point(1, [1, 0]), point(2, [0, 1]), point(3, [1, 1])] });
			const scope = { target, nos: [2, 3, 404] };
			expect((await t.index.count(scope)).vectors).toBe(2);
			expect((await t.index.erase(scope)).vectors).toBe(2);
			expect(await t.index.count(scope)).toEqual({ terms: 0, vectors: 0 });
			expect(await t.index.mark(target)).toEqual(mark);
			expect(await t.near(target, [1, 0])).toEqual([1]);
		});

		it("ER1: in a whole space, the entries of a user or a session are erased, and the space keeps its mark", async ({
			skip,
		}) => {
			const t = setup();
			if (!t.index.capabilities.spaces) skip("the index has no whole spaces");
			const [u, s] = [t.owner({ user: "u" }), t.owner({ session: "s" })];
			const { tenant, uid } = s;
			const put = [point(1, [1, 0], u), point(2, [1, 0], s), point(3, [1, 0], t.owner())];
			const mark = await t.step(t.everybody(), { put });
			expect((await t.index.erase({ tenant, user: user("u") })).vectors).toBe(1);
			expect((await t.index.erase({ tenant, sessions: uid ? [uid] : [] })).vectors).toBe(1);
			expect(await t.near(t.everybody(), [1, 0])).toEqual([3]);
			expect(await t.index.mark(t.everybody())).toEqual(mark);
			await t.index.erase({ tenant, space: "space" });
			expect(await t.index.mark(t.everybody())).toBeUndefined();
		});
	});
}
