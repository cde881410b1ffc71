import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../event/index.ts";
import {
	matchKeys,
	type RekeyPlan,
	sessionName,
	type UserChange,
	type UserRekeyPlan,
} from "../../store/ports/index.ts";
import { agent, draft, drafts, type Fixture, lifecycle, refusal, type Setup, user } from "../fixture.ts";

const patch = (set: JsonObject, unset: string[] = []) => ({ set, unset });

function rekeyPlan(
	t: Fixture,
	from: string,
	to: string,
	onConflict: "refuse" | "merge" = "refuse",
): UserRekeyPlan {
	const common = { onConflict, at: Date.now() };
	return {
		...common,
		tenant: t.tenant,
		from: user(from),
		to: user(to),
		session: (name): RekeyPlan => ({
			...common,
			from: { name },
			to: sessionName({
				tenant: name.tenant,
				agentId: name.agentId,
				userId: user(to),
				sessionId: name.sessionId,
			}),
			lifecycle: () => lifecycle("rekeyed"),
		}),
	};
}

/** Users: their records, finding them, and re-keying them. */
export function describeUsers(setup: Setup): void {
	const change = (t: Fixture, id: string, what: UserChange, at = 1_000) =>
		t.store.users.change({ tenant: t.tenant, userId: user(id), change: what, at });

	describe("users", () => {
		it("US1: a change creates the user, and changes only what it names", async () => {
			const t = setup();
			const created = await change(t, "u", { displayName: "Ann", variables: patch({ a: 1, b: [2] }) });
			expect(created).toEqual({
				tenant: t.tenant,
				userId: "u",
				displayName: "Ann",
				variables: { a: 1, b: [2] },
				metadata: {},
				createdAt: 1_000,
				updatedAt: 1_000,
			});
			const changed = await change(
				t,
				"u",
				{ variables: patch({ c: null }, ["a"]), metadata: patch({ m: 1 }) },
				2_000,
			);
			expect(changed).toMatchObject({
				displayName: "Ann",
				variables: { b: [2], c: null },
				metadata: { m: 1 },
			});
			expect(changed).toMatchObject({ createdAt: 1_000, updatedAt: 2_000 });
			expect((await change(t, "u", { displayName: null }, 500)).displayName).toBeUndefined();
			expect(await t.store.users.get(t.tenant, user("u"))).toMatchObject({
				updatedAt: 2_000,
				metadata: { m: 1 },
			});
			expect(await t.store.users.get(t.tenant, user("nobody"))).toBeUndefined();
		});

		it("US2: concurrent changes of other keys are all kept", async () => {
			const t = setup();
			const names = Array.from({ length: 16 }, (_, i) => `k${i}`);
			await Promise.all(
				names.map((key) =>
					change(t, "u", { variables: patch({ [key]: key }), metadata: patch({ [key]: 1 }) }),
				),
			);
			const found = await t.store.users.get(t.tenant, user("u"));
			expect(Object.keys(found?.variables ?? {}).sort()).toEqual([...names].sort());
			expect(Object.keys(found?.metadata ?? {}).sort()).toEqual([...names].sort());
		});

		it("US2: a record that would grow too large is refused and stays as it was", async () => {
			const t = setup();
			await change(t, "u", { variables: patch({ a: 1 }) });
			const big = change(t, "u", { displayName: "x", variables: patch({ b: "x".repeat(300 * 1024) }) });
			expect((await refusal(big)).code).toBe("limit_exceeded");
			expect(await t.store.users.get(t.tenant, user("u"))).toMatchObject({
				variables: { a: 1 },
				displayName: undefined,
			});
		});

		it("US1: lists by id, sorted by code point, page by page", async () => {
			const t = setup();
			const ids = ["a", "B", "é", "zz", "z", "\uffee", "🚀", "10", "9", "%", "a b"];
			for (const id of ids) await change(t, id, {});
			const seen: string[] = [];
			for (let after: ReturnType<typeof user> | undefined; ; ) {
				const page = await t.store.users.list(t.tenant, { after, limit: 3 });
				seen.push(...page.map(({ userId }) => userId));
				if (page.length < 3) break;
				after = page.at(-1)?.userId;
			}
			expect(seen).toEqual([...ids].sort((a, b) => Buffer.from(a).compare(Buffer.from(b))));
		});

		it("US3: finds users that have all given metadata entries now", async () => {
			const t = setup();
			await change(t, "a", { metadata: patch({ plan: "pro", deep: { x: [1], y: 2 } }) });
			await change(t, "b", { metadata: patch({ plan: "pro", n: 1 }), variables: patch({ secret: true }) });
			await change(t, "c", { metadata: patch({ plan: "free", n: "1" }) });
			const find = async (by: JsonObject, limit = 9) =>
				(await t.store.users.find({ tenant: t.tenant, match: matchKeys(by), limit })).map(
					({ userId }) => userId,
				);
			expect(await find({ plan: "pro" })).toEqual(["a", "b"]);
			expect(await find({ plan: "pro" }, 1)).toEqual(["a"]);
			expect(await find({ plan: "pro", n: 1 })).toEqual(["b"]);
			expect(await find({ n: "1" })).toEqual(["c"]);
			expect(await find({ deep: { y: 2, x: [1] } })).toEqual(["a"]);
			expect(await find({ secret: true })).toEqual([]);
			await change(t, "a", { metadata: patch({ plan: "free" }) });
			await change(t, "c", { metadata: patch({}, ["plan"]) });
			expect(await find({ plan: "pro" })).toEqual(["b"]);
			expect(await find({ plan: "free" })).toEqual(["a"]);
		});
	});

	describe("users: re-key", () => {
		it("ID6: record, user: state and every session of the user move in one step", async () => {
			const t = setup();
			await change(t, "u", { displayName: "Ann", variables: patch({ v: 1 }), metadata: patch({ m: 1 }) });
			await t.append(t.name("a", { user: "u" }), [
				draft("a", { stateDelta: { set: { "user:k": 1, k: 2 } } }),
			]);
			await t.append(t.name("b", { user: "u", agent: "other" }), drafts("b"));
			await t.append(t.name("a", { user: "w" }), drafts("stranger"));
			expect(await t.store.users.rekey(rekeyPlan(t, "u", "v"))).toEqual({ sessions: 2 });
			expect(await t.store.users.get(t.tenant, user("u"))).toBeUndefined();
			expect(await t.store.users.get(t.tenant, user("v"))).toMatchObject({
				displayName: "Ann",
				variables: { v: 1 },
			});
			expect(await t.texts(t.name("a", { user: "v" }))).toEqual(["a", "rekeyed"]);
			expect(await t.texts(t.name("b", { user: "v", agent: "other" }))).toEqual(["b", "rekeyed"]);
			expect(await t.texts(t.name("a", { user: "w" }))).toEqual(["stranger"]);
			expect((await t.store.state.read({ name: t.name("a", { user: "v" }) }))?.user).toEqual(
				new Map([["user:k", "1"]]),
			);
			expect(
				await t.store.users.find({ tenant: t.tenant, match: matchKeys({ m: 1 }), limit: 9 }),
			).toHaveLength(1);
			const rest = await t.store.erasure.count({ tenant: t.tenant, user: user("u") });
			expect(Object.values(rest).every((count) => count === 0)).toBe(true);
		});

		it("ID6: refuses a user without data, and a target with data", async () => {
			const t = setup();
			expect((await refusal(t.store.users.rekey(rekeyPlan(t, "no", "v")))).code).toBe("not_found");
			await change(t, "u", {});
			await change(t, "with-record", {});
			await t.append(t.name("s", { user: "with-session" }), []);
			const { uid } = await t.append(t.name("s", { user: "with-state" }), [
				draft("a", { stateDelta: { set: { "user:k": 1 } } }),
			]);
			await t.store.erasure.erase({ tenant: t.tenant, session: uid });
			for (const target of ["with-record", "with-session", "with-state"]) {
				expect((await refusal(t.store.users.rekey(rekeyPlan(t, "u", target)))).code).toBe("already_exists");
			}
			expect(await t.store.users.get(t.tenant, user("u"))).toBeDefined();
		});

		it("ID6: a merge that fails at one session changes nothing at all", async () => {
			const t = setup();
			const owners = ["u", "v"];
			const big = (key: string) => ({
				patch: { metadata: { set: { [key]: "x".repeat(200 * 1024) }, unset: [] } },
			});
			for (const id of owners) {
				await change(t, id, { variables: patch({ [id]: 1 }) });
				await t.append(t.name("a", { user: id }), [
					draft("a", { stateDelta: { set: { k: id, "user:k": id } } }),
				]);
				await t.append(t.name("b", { user: id }), drafts("b"), big(id));
			}
			const look = async (): Promise<unknown> => [
				...(await Promise.all(
					owners.flatMap((id) => ["a", "b"].map((one) => t.snapshot(t.name(one, { user: id })))),
				)),
				await t.store.users.list(t.tenant, { after: undefined, limit: 9 }),
			];
			const before = await look();
			const merge = t.store.users.rekey(rekeyPlan(t, "u", "v", "merge"));
			expect((await refusal(merge)).code).toBe("limit_exceeded");
			expect(await look()).toEqual(before);
		});

		it("ID6: a merge joins two users: the target's values stay, sessions with the same name are merged", async () => {
			const t = setup();
			await change(t, "u", {
				displayName: "U",
				variables: patch({ a: "u", b: "u" }),
				metadata: patch({ m: "u" }),
			});
			await change(t, "v", { variables: patch({ b: "v" }) });
			const delta = (set: JsonObject) => ({ stateDelta: { set } });
			await t.append(t.name("s", { user: "u" }), [draft("from u", delta({ "user:a": "u", "user:b": "u" }))]);
			await t.append(t.name("s", { user: "v" }), [draft("from v", delta({ "user:b": "v" }))]);
			expect(await t.store.users.rekey(rekeyPlan(t, "u", "v", "merge"))).toEqual({ sessions: 1 });
			expect(await t.store.users.get(t.tenant, user("v"))).toMatchObject({
				displayName: "U",
				variables: { a: "u", b: "v" },
				metadata: { m: "u" },
			});
			expect(await t.texts(t.name("s", { user: "v" }))).toEqual(["from v", "from u", "rekeyed"]);
			const shared = await t.store.state.shared({
				tenant: t.tenant,
				agentId: agent("agent"),
				userId: user("v"),
			});
			expect(shared.user).toEqual(
				new Map([
					["user:a", '"u"'],
					["user:b", '"v"'],
				]),
			);
		});
	});
}
