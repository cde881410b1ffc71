import { describe, expect, test, vi } from "vitest";
import type { Json } from "../../src/index.ts";
import { said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const of = (userId: string, sessionId: string) => ({ agentId: "support", userId, sessionId });

export function describeUsers(backend: Backend): void {
	describe("users", () => {
		const world = freshWorld(backend);

		test("US1 upsert creates, then sets only the given parts, key by key", async () => {
			const hf = await world.open();
			const created = await hf.users.upsert("ann", {
				displayName: "Ann",
				variables: { a: 1 },
				metadata: { m: 1 },
			});
			expect(created).toEqual({
				userId: "ann",
				displayName: "Ann",
				variables: { a: 1 },
				metadata: { m: 1 },
				createdAt: expect.any(String),
				updatedAt: created.createdAt,
			});
			const changed = await hf.users.upsert("ann", { variables: { b: 2 }, metadata: { m: 2 } });
			expect(changed).toMatchObject({ displayName: "Ann", variables: { a: 1, b: 2 }, metadata: { m: 2 } });
			expect(changed.createdAt).toBe(created.createdAt);
			expect(await hf.users.get("ann")).toEqual(changed);
			expect(await hf.users.upsert("ann", { displayName: null })).not.toHaveProperty("displayName");
			expect(await hf.users.upsert("bare")).toMatchObject({ userId: "bare", variables: {}, metadata: {} });
		});

		test("US1 a user that does not exist is not_found, and stays so", async () => {
			const hf = await world.open();
			expect(await refusal(hf.users.get("nobody"), "not_found")).toMatchObject({ userId: "nobody" });
			expect((await hf.users.list()).items).toEqual([]);
		});

		test("US1 list pages by user id, every user once, in the order of code points", async () => {
			const hf = await world.open();
			const ids = ["b", "a", "B", "10", "9", "é", "\uFF5E", "😀", " ", "~"];
			for (const id of ids) await hf.users.upsert(id);
			const seen: string[] = [];
			let cursor: string | undefined;
			do {
				const page = await hf.users.list({ limit: 3, ...(cursor !== undefined && { cursor }) });
				expect(page.items.length).toBeLessThanOrEqual(3);
				seen.push(...page.items.map((user) => user.userId));
				cursor = page.next;
			} while (cursor !== undefined);
			expect(seen).toEqual([" ", "10", "9", "B", "a", "b", "~", "é", "\uFF5E", "😀"]);
		});

		test("US1 the last page has no next, also when it is full", async () => {
			const hf = await world.open();
			for (const id of ["a", "b"]) await hf.users.upsert(id);
			expect(await hf.users.list({ limit: 2 })).not.toHaveProperty("next");
			expect(await hf.users.list({ limit: 1 })).toHaveProperty("next");
			for (const options of [
				{ limit: 0 },
				{ limit: 501 },
				{ limit: 1.5 },
				{ cursor: "!" },
				{ cursor: 1 },
				null,
			]) {
				await refusal(hf.users.list(garbage(options)), "invalid");
			}
		});

		test("US2 variables take any JSON value, are set and removed key by key, and create the user", async () => {
			const hf = await world.open();
			const values: Record<string, Json> = {
				s: "x",
				n: 1.5,
				t: true,
				nil: null,
				list: [1, [2]],
				deep: { a: { b: null } },
			};
			await hf.users.setVariables("ann", values);
			expect((await hf.users.get("ann")).variables).toEqual(values);
			await hf.users.setVariables("ann", { s: "y" });
			await hf.users.unsetVariables("ann", ["n", "t", "never"]);
			const { n: _n, t: _t, ...rest } = values;
			expect((await hf.users.get("ann")).variables).toEqual({ ...rest, s: "y" });
		});

		test("US2 concurrent changes of different keys are all kept", async () => {
			const [a, b] = [await world.open(), await world.open()];
			const write = (i: number) => (i % 2 ? a : b).users.setVariables("ann", { [`k${i}`]: i });
			await Promise.all(Array.from({ length: 20 }, (_, i) => write(i)));
			expect(Object.keys((await a.users.get("ann")).variables)).toHaveLength(20);
		});

		test.each([
			undefined,
			null,
			1,
			"x",
			["a"],
			{ a: undefined },
			{ a: 1n },
			{ "": 1 },
			{ ["k".repeat(513)]: 1 },
		])("US2 variables given as %o are refused and create nobody", async (variables) => {
			const hf = await world.open();
			await refusal(hf.users.setVariables("ann", garbage(variables)), "invalid");
			expect((await hf.users.list()).items).toEqual([]);
		});

		test("US2 update sets and removes display name, variables and metadata in one write", async () => {
			const hf = await world.open();
			const created = await hf.users.update("ann", {
				displayName: "Ann",
				variables: { set: { a: 1, b: 2 } },
				metadata: { set: { m: 1 } },
			});
			expect(created).toMatchObject({ displayName: "Ann", variables: { a: 1, b: 2 }, metadata: { m: 1 } });
			const change = vi.spyOn(world.store.users, "change");
			const changed = await hf.users.update("ann", {
				displayName: null,
				variables: { set: { c: 3 }, unset: ["a"] },
				metadata: { set: { n: 1 }, unset: ["m", "never"] },
			});
			expect(change).toHaveBeenCalledTimes(1);
			change.mockRestore();
			expect(changed).toMatchObject({ variables: { b: 2, c: 3 }, metadata: { n: 1 } });
			expect(changed).not.toHaveProperty("displayName");
			expect(await hf.users.get("ann")).toEqual(changed);
		});

		test("US2 an update with an invalid part changes nothing", async () => {
			const hf = await world.open();
			const both = { set: { a: 1 }, unset: ["a"] };
			for (const patch of [
				{ displayName: 7, variables: { set: { a: 1 } } },
				{ variables: both },
				{ variables: { set: { a: 1 } }, metadata: both },
				{ variables: { set: { a: 1 } }, metadata: null },
				{ variables: { a: 1 } },
				{ displayName: "Ann", nonsense: 1 },
				{},
				null,
				undefined,
				7,
			])
				await refusal(hf.users.update("ann", garbage(patch)), "invalid");
			expect((await hf.users.list()).items).toEqual([]);
		});

		test("US3 metadata is set and unset, and finds users by all given entries and whole values", async () => {
			const hf = await world.open();
			await hf.users.updateMetadata("a", { set: { crm: 1, tier: "gold", tags: { x: [1], y: 2 } } });
			await hf.users.updateMetadata("b", { set: { crm: "1", tier: "gold" } });
			const find = async (metadata: Record<string, Json>) =>
				(await hf.users.find({ metadata })).items.map((user) => user.userId);
			expect(await find({ tier: "gold" })).toEqual(["a", "b"]);
			expect(await find({ tier: "gold", crm: 1 })).toEqual(["a"]);
			expect(await find({ crm: "1" })).toEqual(["b"]);
			expect(await find({ tags: { y: 2, x: [1] } })).toEqual(["a"]);
			expect(await find({ tags: { y: 2 } })).toEqual([]);
			await hf.users.updateMetadata("a", { set: { tier: "silver" }, unset: ["crm"] });
			expect((await hf.users.get("a")).metadata).toEqual({ tier: "silver", tags: { x: [1], y: 2 } });
			expect(await find({ tier: "gold" })).toEqual(["b"]);
			expect(await find({ crm: 1 })).toEqual([]);
			expect((await hf.users.find({ metadata: { tier: "gold" }, limit: 1 })).items).toHaveLength(1);
			for (const by of [
				{},
				{ metadata: {} },
				{ metadata: null },
				{ metadata: { a: undefined } },
				undefined,
			]) {
				await refusal(hf.users.find(garbage(by)), "invalid");
			}
		});

		test("US4 deleting a user deletes sessions, user: state, jobs and deliveries, and nobody else's", async () => {
			const hf = await world.open();
			await hf.users.upsert("ann", { metadata: { m: 1 } });
			await hf.session(of("ann", "a")).append([said("x"), said("y")]);
			await hf.session(of("ann", "b")).state.set({ "user:lang": "de", "app:motd": "hi", own: 1 });
			await hf.session(of("ann", "b")).subscribe({ url: "https://example.com/hook" });
			await hf.session(of("ann", "b")).end();
			await hf.session(of("bob", "a")).append(said("bob's"));
			const receipt = await hf.users.delete("ann");
			expect(receipt.erased).toMatchObject({
				users: 1,
				sessions: 2,
				events: 4,
				state: 2,
				// One waits until "a" has been quiet; that of "b" may have been done already.
				jobs: expect.toSatisfy((count: number) => count === 1 || count === 2),
				deliveries: 1,
			});
			expect(receipt).toMatchObject({
				complete: true,
				remaining: { users: 0, sessions: 0, events: 0, state: 0 },
			});
			await refusal(hf.users.get("ann"), "not_found");
			expect((await hf.users.find({ metadata: { m: 1 } })).items).toEqual([]);
			expect((await hf.sessions.list()).items).toMatchObject([{ userId: "bob" }]);
			await hf.session(of("ann", "new")).append(said("back"));
			expect(await hf.session(of("ann", "new")).state.get()).toEqual({ "app:motd": "hi" });
		});

		test("US4 deleting a user that was never made deletes their sessions too; of nobody, a receipt of zeros", async () => {
			const hf = await world.open();
			await hf.session(of("ann", "a")).append(said("x"));
			expect((await hf.users.delete("ann")).erased).toMatchObject({ users: 0, sessions: 1 });
			const nothing = await hf.users.delete("ann");
			expect(Object.values(nothing.erased).every((count) => count === 0)).toBe(true);
			expect(nothing.complete).toBe(true);
		});
	});
}
