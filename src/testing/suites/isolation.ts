import { describe, expect, it } from "vitest";
import {
	agent,
	draft,
	drafts,
	type Fixture,
	newTenant,
	newUid,
	refusal,
	type Setup,
	seed,
	unit,
	user,
} from "../fixture.ts";

const HARD_IDS = [
	"user-42:billing",
	"a/b",
	"a:b",
	"a%2Fb",
	"%",
	"_",
	"a\\b",
	`it's "quoted"; DROP TABLE sessions; --`,
	" leading and trailing ",
	"line\nbreak\ttab",
	"é",
	"e\u0301",
	"🚀",
	"日本語",
	"A",
	"a",
	"ß",
	"null",
	"0",
	"00",
	"{events}",
	"x".repeat(512),
	`${"x".repeat(511)}y`,
	"🚀".repeat(256),
];

/** Data of one owner is not visible or changeable under another. */
export function describeIsolation(setup: Setup): void {
	describe("isolation", () => {
		it("ID2: the same session id under other agents, other users, no user or another tenant is another session", async () => {
			const t = setup();
			const owners = [
				{},
				{ agent: "b" },
				{ user: "u" },
				{ user: "v" },
				{ agent: "b", user: "u" },
				{ tenant: newTenant() },
			];
			const names = owners.map((owner) => t.name("same", owner));
			for (const [i, name] of names.entries()) {
				const events = [draft(`of ${i}`, { stateDelta: { set: { own: i } } })];
				await t.append(name, events, { create: seed({ title: `${i}` }) });
			}
			await t.append(names[0] ?? t.name("same"), drafts("more"), {
				patch: { mode: "manual", metadata: { set: { m: 1 }, unset: [] } },
			});
			for (const [i, name] of names.entries()) {
				expect(await t.texts(name)).toEqual(i === 0 ? ["of 0", "more"] : [`of ${i}`]);
				expect((await t.store.state.read({ name }))?.session).toEqual(new Map([["own", `${i}`]]));
				const mine = { title: `${i}`, mode: i === 0 ? "manual" : "auto", metadata: i === 0 ? { m: 1 } : {} };
				expect(await t.store.sessions.get({ name })).toMatchObject(mine);
			}
		});

		it("ID1: a uid finds and changes nothing under another tenant", async () => {
			const t = setup();
			const stranger = newTenant();
			const name = t.name("s");
			const { uid } = await t.append(name, drafts("a"));
			const before = await t.snapshot(name);
			const target = { uid, tenant: stranger };
			expect(await t.store.sessions.get(target)).toBeUndefined();
			expect(await t.store.log.read(target, { after: -1, limit: 9 })).toBeUndefined();
			expect(await t.store.state.read(target)).toBeUndefined();
			expect(await t.store.sessions.stateAsOf(target, 0)).toBeUndefined();
			const limits = { storedBefore: Number.MAX_SAFE_INTEGER, consolidatedOnly: false };
			expect(await t.store.sessions.prune(target, limits)).toEqual({ events: 0, unread: false });
			expect((await refusal(t.store.log.append(unit(target, { events: drafts("b") })))).code).toBe(
				"not_found",
			);
			expect((await refusal(t.store.erasure.blank(target, [0], () => "{}"))).code).toBe("not_found");
			const plan = {
				source: target,
				offset: 0,
				to: t.name("f"),
				uid: newUid(),
				at: 1,
				lifecycle: draft("x"),
			};
			expect((await refusal(t.store.sessions.fork(plan))).code).toBe("not_found");
			expect(await t.store.erasure.erase({ tenant: stranger, session: uid })).toMatchObject({
				sessions: 0,
				events: 0,
			});
			expect(await t.snapshot(name)).toEqual(before);
		});

		it("ID1: lists, users, shared state, jobs and deliveries are separate for each tenant", async () => {
			const [one, two] = [setup(), setup()];
			const furnish = async (t: Fixture): Promise<void> => {
				await t.append(
					t.name("s", { user: "u" }),
					[draft("a", { stateDelta: { set: { "user:k": 1, "app:k": 1 } } })],
					{
						create: seed({ metadata: { external_id: "x" } }),
						deliveries: [{ url: "https://example.com/" }],
						jobs: [{ id: newUid(), kind: "consolidate", payload: {}, dueAt: 1 }],
					},
				);
				await t.store.users.change({
					tenant: t.tenant,
					userId: user("u"),
					change: { metadata: { set: { m: 1 }, unset: [] } },
					at: 1,
				});
			};
			await furnish(one);
			const list = { tenant: two.tenant, order: "created" as const, limit: 9 };
			const shared = { tenant: two.tenant, agentId: agent("agent"), userId: user("u") };
			expect(await two.store.sessions.list(list)).toEqual([]);
			expect(await two.store.sessions.list({ ...list, externalId: "x" })).toEqual([]);
			expect(await two.store.sessions.agents(two.tenant)).toEqual([]);
			expect(await two.store.users.get(two.tenant, user("u"))).toBeUndefined();
			expect(await two.store.users.list(two.tenant, { after: undefined, limit: 9 })).toEqual([]);
			expect(await two.store.users.find({ tenant: two.tenant, match: [], limit: 9 })).toEqual([]);
			expect(await two.store.state.shared(shared)).toEqual({ user: new Map(), app: new Map() });
			expect(await two.store.work.jobs({ tenant: two.tenant, limit: 9 })).toEqual([]);
			expect(await two.store.deliveries.list({ tenant: two.tenant, limit: 9 })).toEqual([]);
			await furnish(two);
			expect(await one.store.sessions.list({ ...list, tenant: one.tenant })).toHaveLength(1);
			expect(await two.store.sessions.list(list)).toHaveLength(1);
		});
	});

	describe("ids", () => {
		it("ID2: session ids with any characters and up to 512 UTF-16 units are distinct and returned as given", async () => {
			const t = setup();
			await Promise.all(HARD_IDS.map((id) => t.append(t.name(id), drafts(id))));
			for (const id of HARD_IDS) {
				expect(await t.texts(t.name(id))).toEqual([id]);
				expect((await t.store.sessions.get({ name: t.name(id) }))?.sessionId).toBe(id);
				const found = await t.store.sessions.list({
					tenant: t.tenant,
					sessionId: t.name(id).sessionId,
					order: "created",
					limit: 9,
				});
				expect(found.map(({ sessionId }) => sessionId)).toEqual([id]);
			}
		});

		it("ID5: so are the ids of agents and users, with their state and records", async () => {
			const t = setup();
			for (const id of HARD_IDS) {
				const set = { own: id, "user:k": `user ${id}`, "app:k": `app ${id}` };
				await t.append(t.name("s", { agent: id, user: id }), [draft("a", { stateDelta: { set } })]);
				await t.store.users.change({
					tenant: t.tenant,
					userId: user(id),
					change: { displayName: id, metadata: { set: { [id]: id }, unset: [] } },
					at: 1,
				});
			}
			for (const id of HARD_IDS) {
				expect(await t.store.state.read({ name: t.name("s", { agent: id, user: id }) })).toEqual({
					session: new Map([["own", JSON.stringify(id)]]),
					user: new Map([["user:k", JSON.stringify(`user ${id}`)]]),
					app: new Map([["app:k", JSON.stringify(`app ${id}`)]]),
				});
				expect(await t.store.users.get(t.tenant, user(id))).toMatchObject({
					userId: id,
					metadata: { [id]: id },
				});
			}
			expect(await t.store.users.list(t.tenant, { after: undefined, limit: 99 })).toHaveLength(
				HARD_IDS.length,
			);
		});

		it("ID2: ids whose concatenations are equal are distinct", async () => {
			const t = setup();
			const pairs = [
				["a", "b:c"],
				["a:b", "c"],
				["a,b", "c"],
				["a", "b,c"],
				['a","b', "c"],
			] as const;
			for (const [agent, id] of pairs) await t.append(t.name(id, { agent }), drafts(`${agent}|${id}`));
			for (const [agent, id] of pairs)
				expect(await t.texts(t.name(id, { agent }))).toEqual([`${agent}|${id}`]);
		});

		it("SE3: idempotency keys with any characters are distinct", async () => {
			const t = setup();
			const name = t.name("s");
			const keyed = (key: string) => ({ require: { idempotency: { key, fingerprint: "f" } } });
			for (const id of HARD_IDS)
				expect((await t.append(name, drafts(id), keyed(id))).replayed).toBeUndefined();
			for (const [i, id] of HARD_IDS.entries()) {
				expect((await t.append(name, drafts(id), keyed(id))).replayed?.map(({ offset }) => offset)).toEqual([
					i,
				]);
			}
		});
	});
}
