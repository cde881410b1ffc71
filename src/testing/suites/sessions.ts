import { describe, expect, it } from "vitest";
import type { SessionListQuery, SessionRecord } from "../../store/ports/index.ts";
import { agent, drafts, type Fixture, newUid, type Setup, seed, user } from "../fixture.ts";

const ids = (records: SessionRecord[]): string[] => records.map(({ sessionId }) => sessionId);

function lister(t: Fixture): (query?: Partial<SessionListQuery>) => Promise<SessionRecord[]> {
	return (query = {}) => t.store.sessions.list({ tenant: t.tenant, order: "created", limit: 100, ...query });
}

/** Session records: finding and listing them. */
export function describeSessions(setup: Setup): void {
	describe("sessions", () => {
		it("SE8: a record has the values that the session was created with", async () => {
			const t = setup();
			const name = t.name("s", { user: "u" });
			const create = seed({
				mode: "manual",
				title: "Título 🚀",
				metadata: { a: [1, { b: null }] },
				createdAt: 1_000,
			});
			await t.append(name, [], { create, at: 1_000 });
			const record = await t.store.sessions.get({ name });
			expect(record).toEqual({
				uid: create.uid,
				tenant: t.tenant,
				agentId: "agent",
				userId: "u",
				sessionId: "s",
				mode: "manual",
				title: "Título 🚀",
				metadata: { a: [1, { b: null }] },
				base: 0,
				head: 0,
				messageCount: 0,
				lastRunId: undefined,
				createdAt: 1_000,
				updatedAt: 1_000,
				endedAt: undefined,
				consolidatedTo: 0,
				fence: 0,
			});
			expect(await t.store.sessions.get({ uid: create.uid, tenant: t.tenant })).toEqual(record);
			expect(await t.store.sessions.get({ name: t.name("s") })).toBeUndefined();
			expect(await t.store.sessions.get({ uid: newUid(), tenant: t.tenant })).toBeUndefined();
		});

		it("SE8: lists newest first by creation, or by last change", async () => {
			const t = setup();
			const list = lister(t);
			for (const [i, id] of ["a", "b", "c"].entries()) {
				await t.append(t.name(id), [], { create: seed({ createdAt: 1_000 + i }), at: 1_000 + i });
			}
			await t.append(t.name("a"), drafts("x"), { at: 9_000 });
			expect(ids(await list())).toEqual(["c", "b", "a"]);
			expect(ids(await list({ order: "updated" }))).toEqual(["a", "c", "b"]);
			expect(ids(await list({ limit: 2 }))).toEqual(["c", "b"]);
			expect(ids(await list({ limit: 1, order: "updated" }))).toEqual(["a"]);
		});

		it("SE8: pages give every session once, even if all have the same time", async () => {
			const t = setup();
			const list = lister(t);
			const all = Array.from({ length: 7 }, (_, i) => `s${i}`);
			for (const id of all) await t.append(t.name(id), [], { create: seed({ createdAt: 1_000 }), at: 1_000 });
			for (const order of ["created", "updated"] as const) {
				const seen: SessionRecord[] = [];
				for (let after: SessionListQuery["after"]; ; ) {
					const page = await list({ order, limit: 3, after });
					seen.push(...page);
					const last = page.at(-1);
					if (!last || page.length < 3) break;
					after = { at: order === "created" ? last.createdAt : last.updatedAt, uid: last.uid };
				}
				expect(ids(seen).sort()).toEqual(all);
				expect(seen.map(({ uid }) => uid)).toEqual(
					seen
						.map(({ uid }) => uid)
						.sort()
						.reverse(),
				);
			}
		});

		it("SE8: filters by agent, user, no user, id, mode and end, alone and together", async () => {
			const t = setup();
			const list = lister(t);
			await t.append(t.name("x"), []);
			await t.append(t.name("x", { user: "u1" }), [], { create: seed({ mode: "manual" }) });
			await t.append(t.name("x", { user: "u2", agent: "other" }), []);
			await t.append(t.name("y", { user: "u1" }), drafts("a"), { patch: { endedAt: 1 }, reopen: undefined });
			const count = async (query: Partial<SessionListQuery>): Promise<number> => (await list(query)).length;
			expect(await count({})).toBe(4);
			expect(await count({ agentId: agent("agent") })).toBe(3);
			expect(await count({ agentId: agent("other") })).toBe(1);
			expect(await count({ userId: user("u1") })).toBe(2);
			expect(await count({ userId: null })).toBe(1);
			expect(await count({ sessionId: t.name("x").sessionId })).toBe(3);
			expect(await count({ mode: "manual" })).toBe(1);
			expect(await count({ ended: true })).toBe(1);
			expect(await count({ ended: false })).toBe(3);
			expect(await count({ userId: user("u1"), ended: false, mode: "manual" })).toBe(1);
			expect(await count({ userId: user("nobody") })).toBe(0);
		});

		it("IF4: totals by agent match its records: open sessions, messages, distinct users, the newest change", async () => {
			const t = setup();
			const stranger = setup();
			await stranger.append(stranger.name("s"), drafts("theirs"));
			expect(await t.store.sessions.agents(t.tenant)).toEqual([]);
			const create = () => ({ create: seed({ createdAt: 1_000 }) });
			await t.append(t.name("x"), drafts("a", "b"), { ...create(), at: 1_000 });
			await t.append(t.name("x", { user: "u1" }), drafts("a"), { ...create(), at: 5_000 });
			await t.append(t.name("y", { user: "u1" }), drafts("a"), {
				...create(),
				at: 3_000,
				patch: { endedAt: 1 },
				reopen: undefined,
			});
			await t.append(t.name("z", { user: "u2" }), [], { create: seed({ createdAt: 2_000 }), at: 2_000 });
			await t.append(t.name("x", { agent: "other", user: "u1" }), [], {
				create: seed({ createdAt: 7 }),
				at: 7,
			});
			const found = await t.store.sessions.agents(t.tenant);
			expect(found.sort((a, b) => (a.agentId < b.agentId ? -1 : 1))).toEqual([
				{ agentId: "agent", sessions: 4, openSessions: 3, messages: 4, users: 2, updatedAt: 5_000 },
				{ agentId: "other", sessions: 1, openSessions: 1, messages: 0, users: 1, updatedAt: 7 },
			]);
		});

		it("SE6: a session is found by its current external id, after it is set, changed or removed, and never by another's", async () => {
			const t = setup();
			const list = lister(t);
			const set = (id: string) => ({ patch: { metadata: { set: { external_id: id }, unset: [] } } });
			await t.append(t.name("a"), [], { create: seed({ metadata: { external_id: "x-1" } }) });
			await t.append(t.name("b"), [], set("x-1"));
			await t.append(t.name("c", { agent: "other" }), drafts("a"), set("x-2"));
			expect(ids(await list({ externalId: "x-1" })).sort()).toEqual(["a", "b"]);
			expect(ids(await list({ externalId: "x-2", agentId: agent("other") }))).toEqual(["c"]);
			expect(await list({ externalId: "x-2", agentId: agent("agent") })).toEqual([]);
			await t.append(t.name("a"), [], set("x-3"));
			await t.append(t.name("b"), [], { patch: { metadata: { set: {}, unset: ["external_id"] } } });
			expect(await list({ externalId: "x-1" })).toEqual([]);
			expect(ids(await list({ externalId: "x-3" }))).toEqual(["a"]);
		});
	});
}
