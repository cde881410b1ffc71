import { describe, expect, it } from "vitest";
import type { SessionUid } from "../../event/index.ts";
import type { ErasureScope, RekeyPlan, SessionName } from "../../store/ports/index.ts";
import {
	agent,
	draft,
	drafts,
	type Fixture,
	lifecycle,
	newTenant,
	newUid,
	refusal,
	type Setup,
	seed,
	user,
} from "../fixture.ts";

const plan = (from: SessionName, to: SessionName): RekeyPlan => ({
	from: { name: from },
	to,
	onConflict: "merge",
	at: 1,
	lifecycle: () => lifecycle("rekeyed"),
});

/** A session with one event and an optional parent. */
async function create(t: Fixture, name: SessionName, parent?: SessionUid): Promise<SessionUid> {
	return (await t.append(name, drafts("a"), { create: seed({ parent }) })).uid;
}

/** Parent and child sessions. */
export function describeParents(setup: Setup): void {
	const parentOf = async (t: Fixture, name: SessionName) => (await t.store.sessions.get({ name }))?.parent;
	const idsOf = async (t: Fixture) => {
		const found = await t.store.sessions.list({ tenant: t.tenant, order: "created", limit: 100 });
		return found.map(({ sessionId }) => sessionId).sort();
	};

	describe("parents", () => {
		it("AG5: a session has its parent, and is found by it", async () => {
			const t = setup();
			const top = await create(t, t.name("top"));
			const child = await create(t, t.name("child"), top);
			await create(t, t.name("grandchild"), child);
			expect(await parentOf(t, t.name("top"))).toBeUndefined();
			expect(await parentOf(t, t.name("child"))).toBe(top);
			const list = (parent: SessionUid) =>
				t.store.sessions.list({ tenant: t.tenant, parent, order: "updated", limit: 9 });
			expect((await list(top)).map(({ sessionId }) => sessionId)).toEqual(["child"]);
			expect(await list(newUid())).toEqual([]);
			// An append to an existing session does not change its parent.
			await t.append(t.name("child"), drafts("b"), { create: seed({ parent: newUid() }) });
			expect(await parentOf(t, t.name("child"))).toBe(top);
		});

		it("AG5: a parent must exist in the tenant", async () => {
			const t = setup();
			const foreign = t.name("foreign", { tenant: newTenant() });
			const { uid } = await t.append(foreign, drafts("a"));
			for (const parent of [newUid(), uid]) {
				const call = t.append(t.name("child"), drafts("a"), { create: seed({ parent }) });
				expect(await refusal(call)).toMatchObject({ code: "not_found", parent });
			}
			expect(await idsOf(t)).toEqual([]);
		});

		it("ER1, AG5: a session is erased with its descendants of any user, and the receipt counts them", async () => {
			const t = setup();
			const scopes: ((top: SessionUid) => ErasureScope)[] = [
				(session) => ({ tenant: t.tenant, session }),
				() => ({ tenant: t.tenant, user: user("u") }),
				() => ({ tenant: t.tenant, agent: agent("main") }),
			];
			for (const scope of scopes) {
				const top = await create(t, t.name("top", { agent: "main", user: "u" }));
				const child = await create(t, t.name("child", { agent: "helper" }), top);
				await create(t, t.name("child 2", { agent: "main", user: "u" }), top);
				const below = await create(t, t.name("grandchild", { user: "v" }), child);
				await create(t, t.name("last", { agent: "helper" }), below);
				await create(t, t.name("other", { agent: "helper" }));
				const held = await t.store.erasure.count(scope(top));
				expect(held).toMatchObject({ sessions: 5, events: 5 });
				expect(await t.store.erasure.erase(scope(top))).toEqual(held);
				expect(await t.store.erasure.count(scope(top))).toMatchObject({ sessions: 0, events: 0 });
				expect(await idsOf(t)).toEqual(["other"]);
				const other = await t.store.sessions.get({ name: t.name("other", { agent: "helper" }) });
				await t.store.erasure.erase({ tenant: t.tenant, session: other?.uid ?? newUid() });
			}
		});

		it("ER1: a child can be erased alone; any number of children is erased with their parent", async () => {
			const t = setup();
			const top = await create(t, t.name("top"));
			const child = await create(t, t.name("child"), top);
			await t.store.erasure.erase({ tenant: t.tenant, session: child });
			expect(await idsOf(t)).toEqual(["top"]);
			await Promise.all(Array.from({ length: 120 }, (_, i) => create(t, t.name(`c${i}`), top)));
			const gone = await t.store.erasure.erase({ tenant: t.tenant, session: top });
			expect(gone).toMatchObject({ sessions: 121, events: 121 });
			expect(await idsOf(t)).toEqual([]);
		});

		it("ER1: children are erased even if the log of their parent takes several steps", async () => {
			const t = setup();
			const top = await create(t, t.name("top"));
			const batch = Array.from({ length: Math.min(t.store.capabilities.limits.batchEvents, 1000) }, () =>
				draft("x", { kind: "custom" }),
			);
			for (let head = 1; head <= 5_000; head += batch.length) await t.append(t.name("top"), batch);
			const child = await create(t, t.name("child"), top);
			await create(t, t.name("grandchild"), child);
			expect(await t.store.erasure.erase({ tenant: t.tenant, session: top })).toMatchObject({ sessions: 3 });
			expect(await idsOf(t)).toEqual([]);
		});

		it("ID6: a renamed session keeps its parent and its children", async () => {
			const t = setup();
			const top = await create(t, t.name("top"));
			const middle = await create(t, t.name("middle"), top);
			await create(t, t.name("child"), middle);
			await t.store.sessions.rekey(plan(t.name("middle"), t.name("renamed")));
			expect(await parentOf(t, t.name("renamed"))).toBe(top);
			expect(await parentOf(t, t.name("child"))).toBe(middle);
		});

		it("ID6: children of a merged session become the target's; the target keeps its own parent", async () => {
			const t = setup();
			const [top, other] = [await create(t, t.name("top")), await create(t, t.name("other"))];
			const from = await create(t, t.name("from"), top);
			const to = await create(t, t.name("to"), other);
			await create(t, t.name("child"), from);
			await t.store.sessions.rekey(plan(t.name("from"), t.name("to")));
			expect(await parentOf(t, t.name("child"))).toBe(to);
			expect(await parentOf(t, t.name("to"))).toBe(other);
			await t.store.erasure.erase({ tenant: t.tenant, session: other });
			expect(await idsOf(t)).toEqual(["top"]);
		});

		it("ID6: a session that is merged into its own descendant passes its parent on to it", async () => {
			for (const depth of [1, 3]) {
				const t = setup();
				const top = await create(t, t.name("top"));
				const from = await create(t, t.name("from"), top);
				await create(t, t.name("sibling"), from);
				let to = from;
				for (let n = 1; n <= depth; n++) to = await create(t, t.name(`d${n}`), to);
				await t.store.sessions.rekey(plan(t.name("from"), t.name(`d${depth}`)));
				expect(await parentOf(t, t.name(`d${depth}`))).toBe(top);
				expect(await parentOf(t, t.name("sibling"))).toBe(to);
				if (depth > 1) expect(await parentOf(t, t.name("d1"))).toBe(to);
				const gone = await t.store.erasure.erase({ tenant: t.tenant, session: top });
				expect(gone.sessions).toBe(depth + 2);
				expect(await idsOf(t)).toEqual([]);
			}
		});

		it("SE11, AG5: copies, and imports that name none, have no parent; an import that replaces a session deletes its children", async () => {
			const t = setup();
			const top = await create(t, t.name("top"));
			const child = await create(t, t.name("child"), top);
			await create(t, t.name("grandchild"), child);
			await t.store.sessions.fork({
				source: { uid: child, tenant: t.tenant },
				offset: 0,
				to: t.name("fork"),
				uid: newUid(),
				lifecycle: lifecycle("forked"),
				at: 1,
			});
			expect(await parentOf(t, t.name("fork"))).toBeUndefined();
			await t.store.sessions.load({
				name: t.name("child"),
				uid: newUid(),
				mode: "auto",
				title: undefined,
				metadata: {},
				baseState: new Map(),
				base: 0,
				head: 0,
				lastRunId: undefined,
				storedAt: 1,
				createdAt: 1,
				updatedAt: 1,
				endedAt: undefined,
				events: [],
				onConflict: "replace",
			});
			expect(await parentOf(t, t.name("child"))).toBeUndefined();
			expect(await idsOf(t)).toEqual(["child", "fork", "top"]);
		});

		it("ER1: erasing or re-keying a user does not touch child sessions whose derived user has the same id", async () => {
			const t = setup();
			const top = await create(t, t.name("top", { user: "u" }));
			await create(t, t.name("child", { user: "u:a" }), top);
			const scope: ErasureScope = { tenant: t.tenant, user: user("u:a") };
			expect(await t.store.erasure.count(scope)).toMatchObject({ sessions: 0, events: 0 });
			expect(await t.store.erasure.erase(scope)).toMatchObject({ sessions: 0, events: 0 });
			const move = {
				tenant: t.tenant,
				from: user("u:a"),
				to: user("v"),
				onConflict: "merge" as const,
				at: 1,
			};
			const session = (from: SessionName) => plan(from, from);
			expect((await refusal(t.store.users.rekey({ ...move, session }))).code).toBe("not_found");
			expect(await idsOf(t)).toEqual(["child", "top"]);
		});
	});
}
