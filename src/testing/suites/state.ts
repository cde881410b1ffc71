import { describe, expect, it } from "vitest";
import type { TenantId } from "../../event/index.ts";
import { agent, draft, newTenant, type Setup, seed, user } from "../fixture.ts";

const map = (entries: Record<string, unknown>): Map<string, string> =>
	new Map(Object.entries(entries).map(([key, value]) => [key, JSON.stringify(value)]));

/** The three stored scopes of state. */
export function describeState(setup: Setup): void {
	describe("state", () => {
		it("ST1: the prefix of a key gives its scope", async () => {
			const t = setup();
			const name = t.name("s", { user: "u" });
			await t.append(name, [draft("a", { stateDelta: { set: { k: 1, "user:k": 2, "app:k": 3 } } })]);
			const read = (session: ReturnType<typeof t.name>) => t.store.state.read({ name: session });
			expect(await read(name)).toEqual({
				session: map({ k: 1 }),
				user: map({ "user:k": 2 }),
				app: map({ "app:k": 3 }),
			});
			const sibling = t.name("other", { user: "u" });
			await t.append(sibling, []);
			expect(await read(sibling)).toEqual({
				session: map({}),
				user: map({ "user:k": 2 }),
				app: map({ "app:k": 3 }),
			});
			const stranger = t.name("other", { user: "v" });
			await t.append(stranger, []);
			expect(await read(stranger)).toEqual({ session: map({}), user: map({}), app: map({ "app:k": 3 }) });
			const elsewhere = t.name("s", { user: "u", agent: "other" });
			await t.append(elsewhere, []);
			expect(await read(elsewhere)).toEqual({ session: map({}), user: map({}), app: map({}) });
		});

		it("ST4: user: keys of a session without user stay in the session", async () => {
			const t = setup();
			await t.append(t.name("a"), [draft("a", { stateDelta: { set: { "user:k": 1 } } })]);
			await t.append(t.name("b"), []);
			expect((await t.store.state.read({ name: t.name("a") }))?.session).toEqual(map({ "user:k": 1 }));
			expect((await t.store.state.read({ name: t.name("b") }))?.session).toEqual(map({}));
			const shared = await t.store.state.shared({
				tenant: t.tenant,
				agentId: agent("agent"),
				userId: undefined,
			});
			expect(shared).toEqual({ user: map({}), app: map({}) });
		});

		it("ST3: initial state is split into its scopes, and applies before the first event", async () => {
			const t = setup();
			const name = t.name("s", { user: "u" });
			const state = ["k", "user:k", "app:k"].map((key) => ({ key, value: JSON.stringify(key) }));
			await t.append(name, [draft("a", { stateDelta: { set: { k: 1 } } })], { create: seed({ state }) });
			await t.append(name, [], { create: seed({ state: [{ key: "late", value: "1" }] }) });
			const shared = { user: map({ "user:k": "user:k" }), app: map({ "app:k": "app:k" }) };
			expect(await t.store.state.read({ name })).toEqual({ session: map({ k: 1 }), ...shared });
			expect((await t.store.sessions.stateAsOf({ name }, 0))?.baseState).toEqual(map({ k: "k" }));
			expect(
				await t.store.state.shared({ tenant: t.tenant, agentId: agent("agent"), userId: user("u") }),
			).toEqual(shared);
		});

		it("ST2: deltas of a batch apply in order; null is a value, removal is explicit", async () => {
			const t = setup();
			const name = t.name("s", { user: "u" });
			await t.append(name, [
				draft("a", { stateDelta: { set: { k: 1, gone: 1, "user:gone": 1, "app:gone": 1 } } }),
				draft("b", {
					stateDelta: { set: { k: null, back: 1 }, remove: ["gone", "user:gone", "app:gone", "nowhere"] },
				}),
				draft("c", { stateDelta: { remove: ["back"] } }),
				draft("d", { stateDelta: { set: { back: 2 } } }),
			]);
			const state = await t.store.state.read({ name });
			expect(state).toEqual({ session: map({ k: null, back: 2 }), user: map({}), app: map({}) });
		});

		it("ST2: writers of one shared key are ordered by commit: the last one acknowledged wins", async () => {
			const t = setup();
			const names = Array.from({ length: 8 }, (_, i) => t.name(`s${i}`, { user: "u" }));
			await Promise.all(
				names.map((name, n) =>
					t.append(name, [draft("x", { stateDelta: { set: { "app:n": n, [`app:n${n}`]: n } } })]),
				),
			);
			await t.append(t.name("s0", { user: "u" }), [draft("y", { stateDelta: { set: { "app:n": "last" } } })]);
			const shared = await t.store.state.shared({
				tenant: t.tenant,
				agentId: agent("agent"),
				userId: undefined,
			});
			expect(shared.app.get("app:n")).toBe('"last"');
			expect(shared.app.size).toBe(9);
		});

		it("ST1: keys and values can contain anything that JSON can", async () => {
			const t = setup();
			const name = t.name("s");
			const odd = ["__proto__", "constructor", "1", "a'b\"c", "🚀", "per%cent_", "user", "k".repeat(512)];
			const values = [{ "": [] }, "\u0000\ud800", 1e21, -0.5, { __proto__: null, x: 1 }, [[[]]], "", false];
			const writes = odd.map((key, i) => ({ key, value: JSON.stringify(values[i]) }));
			await t.append(name, [{ ...draft("a"), writes }]);
			expect((await t.store.state.read({ name }))?.session).toEqual(
				new Map(writes.map(({ key, value }) => [key, value])),
			);
			const initial = t.name("initial");
			await t.append(initial, [], { create: seed({ state: writes }) });
			const start = await t.store.sessions.stateAsOf({ name: initial }, -1);
			expect(start?.baseState).toEqual(new Map(writes.map(({ key, value }) => [key, value])));
		});

		it("ST1: a name without a session reads the state of its user and agent, and reading creates nothing", async () => {
			const t = setup();
			const { uid } = await t.append(t.name("s", { user: "u" }), [
				draft("a", { stateDelta: { set: { k: 1, "user:k": 2, "app:k": 3 } } }),
			]);
			const before = await t.store.erasure.count({ tenant: t.tenant, everything: true });
			const read = (owner: { user?: string; agent?: string; tenant?: TenantId }) =>
				t.store.state.read({ name: t.name("new", owner) });
			const app = map({ "app:k": 3 });
			expect(await read({ user: "u" })).toEqual({ session: map({}), user: map({ "user:k": 2 }), app });
			expect(await read({ user: "v" })).toEqual({ session: map({}), user: map({}), app });
			expect(await read({})).toEqual({ session: map({}), user: map({}), app });
			const nothing = { session: map({}), user: map({}), app: map({}) };
			expect(await read({ user: "u", agent: "other" })).toEqual(nothing);
			expect(await read({ user: "u", tenant: newTenant() })).toEqual(nothing);
			expect(await t.store.sessions.get({ name: t.name("new", { user: "u" }) })).toBeUndefined();
			expect(await t.store.erasure.count({ tenant: t.tenant, everything: true })).toEqual(before);
			await t.store.erasure.erase({ tenant: t.tenant, session: uid });
			expect(await t.store.state.read({ uid, tenant: t.tenant })).toBeUndefined();
		});
	});
}
