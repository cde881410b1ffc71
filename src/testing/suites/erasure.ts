import { describe, expect, it } from "vitest";
import { blankBody } from "../../event/index.ts";
import { type ErasureCounts, type ErasureScope, noCounts } from "../../store/ports/index.ts";
import { agent, draft, drafts, type Fixture, newUid, refusal, type Setup, user } from "../fixture.ts";

const none = noCounts();

/**
 * A session with one of everything: 2 events, 1 own key (2 without a user), 1 idempotency key, 1 job, 1
 * delivery.
 */
async function furnish(t: Fixture, sessionId: string, owner: { agent?: string; user?: string } = {}) {
	const name = t.name(sessionId, owner);
	const stateDelta = { set: { k: 1, "user:k": 2, "app:k": 3 } };
	const { uid } = await t.append(name, [draft("a", { stateDelta }), draft("b")], {
		require: { idempotency: { key: "k", fingerprint: "f" } },
		jobs: [{ id: newUid(), kind: "consolidate", payload: {}, dueAt: 1 }],
		deliveries: [{ url: "https://example.com/" }],
	});
	if (owner.user)
		await t.store.users.change({
			tenant: t.tenant,
			userId: user(owner.user),
			change: { metadata: { set: { m: 1 }, unset: [] } },
			at: 1,
		});
	return { name, uid };
}

/** Erases permanently, and only what is in the scope. */
export function describeErasure(setup: Setup): void {
	/** Counts, erases, and checks that the receipt equals the count and that nothing is left. */
	const erase = async (t: Fixture, scope: ErasureScope): Promise<ErasureCounts> => {
		const held = await t.store.erasure.count(scope);
		const gone = await t.store.erasure.erase(scope);
		expect(gone).toEqual(held);
		expect(await t.store.erasure.count(scope)).toEqual(none);
		expect(await t.store.erasure.erase(scope)).toEqual(none);
		return gone;
	};
	const perSession = { sessions: 1, events: 2, keys: 1, jobs: 1, deliveries: 1, terms: 0 };

	describe("erasure", () => {
		it("ER1: a session is erased with everything that belongs to it; shared state and other sessions stay", async () => {
			const t = setup();
			const { name, uid } = await furnish(t, "s", { user: "u" });
			const other = await furnish(t, "other", { user: "u" });
			const before = await t.store.state.read({ name: other.name });
			expect(await erase(t, { tenant: t.tenant, session: uid })).toEqual({
				...none,
				...perSession,
				state: 1,
			});
			expect(await t.store.sessions.get({ name })).toBeUndefined();
			expect(await t.store.log.read({ name }, { after: -1, limit: 9 })).toBeUndefined();
			expect((await t.store.state.read({ name }))?.session).toEqual(new Map());
			expect(await t.store.state.read({ name: other.name })).toEqual(before);
			expect(await t.texts(other.name)).toEqual(["a", "b"]);
			expect(await t.store.users.get(t.tenant, user("u"))).toBeDefined();
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toHaveLength(1);
			expect(await t.store.deliveries.list({ tenant: t.tenant, limit: 9 })).toHaveLength(1);
		});

		it("US4: a user is erased with their sessions and user: state of every agent; app: state and other users stay", async () => {
			const t = setup();
			await furnish(t, "a", { user: "u" });
			await furnish(t, "b", { user: "u", agent: "other" });
			const kept = [await furnish(t, "a"), await furnish(t, "a", { user: "v" })];
			const gone = await erase(t, { tenant: t.tenant, user: user("u") });
			expect(gone).toEqual({
				...none,
				sessions: 2,
				events: 4,
				keys: 2,
				jobs: 2,
				deliveries: 2,
				state: 4,
				users: 1,
			});
			expect(await t.store.users.get(t.tenant, user("u"))).toBeUndefined();
			const shared = await t.store.state.shared({
				tenant: t.tenant,
				agentId: agent("other"),
				userId: user("u"),
			});
			expect(shared).toEqual({ user: new Map(), app: new Map([["app:k", "3"]]) });
			for (const { name } of kept) expect(await t.texts(name)).toEqual(["a", "b"]);
			expect(await t.store.users.find({ tenant: t.tenant, match: [], limit: 9 })).toHaveLength(1);
		});

		it("ER1: an agent is erased with its sessions, app: and user: state; users and other agents stay", async () => {
			const t = setup();
			await furnish(t, "a", { user: "u" });
			await furnish(t, "b");
			const kept = await furnish(t, "a", { user: "u", agent: "other" });
			const gone = await erase(t, { tenant: t.tenant, agent: agent("agent") });
			expect(gone).toEqual({ ...none, sessions: 2, events: 4, keys: 2, jobs: 2, deliveries: 2, state: 5 });
			expect(await t.store.users.get(t.tenant, user("u"))).toBeDefined();
			const state = await t.store.state.read({ name: kept.name });
			expect([state?.session.size, state?.user.size, state?.app.size]).toEqual([1, 1, 1]);
		});

		it("ER1: a tenant is erased completely, and no other tenant is", async () => {
			const t = setup();
			const neighbour = setup();
			await furnish(t, "a", { user: "u" });
			await furnish(t, "b");
			const kept = await furnish(neighbour, "a", { user: "u" });
			const before = await neighbour.snapshot(kept.name);
			const gone = await erase(t, { tenant: t.tenant, everything: true });
			expect(gone).toEqual({
				...none,
				sessions: 2,
				events: 4,
				keys: 2,
				jobs: 2,
				deliveries: 2,
				state: 5,
				users: 1,
			});
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toEqual([]);
			expect(await neighbour.snapshot(kept.name)).toEqual(before);
			expect(await neighbour.store.users.get(neighbour.tenant, user("u"))).toBeDefined();
		});

		it("ER1: a scope with many sessions is erased completely", async () => {
			const t = setup();
			await Promise.all(Array.from({ length: 120 }, (_, i) => t.append(t.name(`s${i}`), drafts("a"))));
			expect(await erase(t, { tenant: t.tenant, agent: agent("agent") })).toMatchObject({
				sessions: 120,
				events: 120,
			});
		});

		it("SE11: a deleted name can be used again and starts at offset 0, without old data", async () => {
			const t = setup();
			const { name, uid } = await furnish(t, "s");
			await t.store.erasure.erase({ tenant: t.tenant, session: uid });
			const again = await t.append(name, drafts("new"));
			expect(again).toMatchObject({ created: true, firstOffset: 0 });
			expect(again.uid).not.toBe(uid);
			expect(await t.texts(name)).toEqual(["new"]);
			expect((await t.store.state.read({ name }))?.session).toEqual(new Map());
		});

		it("ER1: compacting keeps everything that was not erased, including concurrent writes", async () => {
			const t = setup();
			const kept = await furnish(t, "kept", { user: "u" });
			const { uid } = await furnish(t, "gone");
			await t.store.erasure.erase({ tenant: t.tenant, session: uid });
			const before = await t.snapshot(kept.name);
			await t.store.erasure.compact();
			expect(await t.snapshot(kept.name)).toEqual(before);
			const writes = Array.from({ length: 8 }, (_, i) => t.append(t.name("new"), drafts(`${i}`)));
			await Promise.all([...writes, t.store.erasure.compact()]);
			expect(await t.texts(t.name("new"))).toHaveLength(8);
		});
	});

	describe("erasure of single events", () => {
		it("SE2: an erased event keeps its offset, id, kind and position, and loses its content", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("public", "my secret", "public"));
			expect(await t.store.erasure.blank({ name }, [1, 1, 7], blankBody)).toBe(1);
			const page = await t.store.log.read({ name }, { after: -1, limit: 9 });
			expect(page?.events.map(({ offset }) => offset)).toEqual([0, 1, 2]);
			expect(JSON.stringify(page)).not.toContain("secret");
			expect(JSON.parse(page?.events[1]?.body ?? "")).toMatchObject({
				kind: "message",
				data: {},
				erased: true,
			});
			expect(await t.store.sessions.get({ name })).toMatchObject({ head: 3, messageCount: 3 });
		});

		it("SE2: offsets outside of the log change nothing, however large", async () => {
			const t = setup();
			const names = [t.name("a"), t.name("b"), t.name("c")];
			for (const name of names) await t.append(name, drafts("0", "1", "2"));
			for (const name of names) {
				const far = [3, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 33 + 1, 2 ** 40 + 2];
				expect(await t.store.erasure.blank({ name }, far, blankBody)).toBe(0);
			}
			for (const name of names) expect(await t.texts(name)).toEqual(["0", "1", "2"]);
		});

		it("ER1: state that an erased event had set is erased with it; a missing session is not_found", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, [
				draft("a", { stateDelta: { set: { k: 1, kept: 1 } } }),
				draft("b", { stateDelta: { set: { k: 2, "app:shared": 2 }, remove: ["kept"] } }),
			]);
			await t.store.erasure.blank({ name }, [1], blankBody);
			const state = await t.store.state.read({ name });
			expect(state?.session).toEqual(
				new Map([
					["k", "1"],
					["kept", "1"],
				]),
			);
			// This log does not decide about shared keys.
			expect(state?.app).toEqual(new Map([["app:shared", "2"]]));
			await t.store.erasure.blank({ name }, [0], blankBody);
			expect((await t.store.state.read({ name }))?.session).toEqual(new Map());
			expect((await refusal(t.store.erasure.blank({ name: t.name("no") }, [0], blankBody))).code).toBe(
				"not_found",
			);
		});
	});
}
