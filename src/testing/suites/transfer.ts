import { describe, expect, it } from "vitest";
import type { SessionUid } from "../../event/index.ts";
import { type LoadPlan, TRANSFER_KINDS } from "../../store/ports/index.ts";
import { factOwner, knownTo } from "../draft-fact.ts";
import { drafts, type Fixture, newTenant, newUid, refusal, type Setup, seed } from "../fixture.ts";
import { ADA, dump, fillTenant, rowsOf } from "../transfer-world.ts";

/** What callers see of a tenant through the other ports. */
async function seen(t: Fixture, uids: readonly SessionUid[]) {
	const { store, tenant } = t;
	const sessions = await store.sessions.list({ tenant, order: "created", limit: 100 });
	const facts = await store.facts.list({ tenant, space: "agent:agent", limit: 100 });
	return {
		sessions,
		logs: await Promise.all(sessions.map(({ uid }) => t.texts({ uid, tenant }))),
		states: await Promise.all(sessions.map(({ uid }) => store.state.read({ uid, tenant }))),
		users: await store.users.list(tenant, { after: undefined, limit: 100 }),
		runs: await store.runs.list({ tenant, limit: 100 }),
		lines: await Promise.all(uids.map((uid) => store.runs.line({ uid, tenant }))),
		spans: await store.runs.spans(tenant, "r-1"),
		facts: facts.map(({ no, rev, ...fact }) => fact),
		histories: await Promise.all(facts.map(({ id }) => store.facts.history(tenant, id))),
		spaces: await store.facts.spaces(tenant),
		jobs: await store.work.jobs({ tenant, limit: 100 }),
		deliveries: await store.deliveries.list({ tenant, limit: 100 }),
		secrets: await store.documents.list({ tenant, kind: "secret", limit: 100 }),
		feeds: await store.documents.list({ tenant, kind: "feed", limit: 100 }),
		segments: await Promise.all(uids.map((uid) => store.index.segments([uid], tenant))),
		embedder: await store.index.embedder(tenant),
		counts: await store.erasure.count({ tenant, everything: true }),
	};
}

/** Reading and writing everything that a store contains. */
export function describeTransfer(setup: Setup): void {
	describe("transfer", () => {
		it("SE13: rows of every kind that are read and loaded give the same data through every port", async () => {
			const t = setup();
			const { main, child } = await fillTenant(t);
			const before = await seen(t, [main, child]);
			const rows = await dump(t);
			for (const kind of TRANSFER_KINDS) expect(rows[kind], kind).not.toEqual([]);
			for (const kind of TRANSFER_KINDS.toReversed()) {
				const keys = rows[kind]?.map(({ key }) => key) ?? [];
				await t.store.transfer.remove(t.tenant, kind, keys);
				await t.store.transfer.remove(t.tenant, kind, keys);
			}
			for (const kind of TRANSFER_KINDS) expect(await rowsOf(t, kind), kind).toEqual([]);
			expect(await t.store.transfer.tenants(undefined, 10_000)).not.toContain(t.tenant);
			for (const kind of TRANSFER_KINDS)
				expect(await t.store.transfer.load({ tenant: t.tenant, kind, rows: rows[kind] ?? [] }), kind).toBe(
					rows[kind]?.length,
				);
			expect(await dump(t)).toEqual(rows);
			expect(await seen(t, [main, child])).toEqual(before);
		});

		it("SE13: rows that are loaded again replace existing ones", async () => {
			const t = setup();
			const { main, child } = await fillTenant(t);
			const before = await seen(t, [main, child]);
			const rows = await dump(t);
			for (const kind of TRANSFER_KINDS)
				await t.store.transfer.load({ tenant: t.tenant, kind, rows: rows[kind] ?? [] });
			expect(await dump(t)).toEqual(rows);
			expect(await seen(t, [main, child])).toEqual(before);
			const added = await t.store.transfer.load({
				tenant: t.tenant,
				kind: "users",
				rows: rows.users ?? [],
				absent: true,
			});
			expect(added).toBe(0);
		});

		it("SE13: pages of one row give the same rows as one page, and each row can be read by its key", async () => {
			const t = setup();
			await fillTenant(t);
			for (const kind of TRANSFER_KINDS) {
				const rows = await rowsOf(t, kind);
				expect(await rowsOf(t, kind, 1), kind).toEqual(rows);
				const found = await t.store.transfer.get(
					...([t.tenant, kind, rows.toReversed().map(({ key }) => key)] as const),
				);
				const text = (all: unknown[]) => all.map((row) => JSON.stringify(row)).sort();
				expect(text(found), kind).toEqual(text(rows));
			}
		});

		it("SE13: rows that refer to a missing session are skipped", async () => {
			const [t, other] = [setup(), setup()];
			await fillTenant(t);
			const rows = await dump(t);
			for (const kind of ["events", "spans", "segments"] as const)
				expect(
					await other.store.transfer.load({ tenant: other.tenant, kind, rows: rows[kind] ?? [] }),
					kind,
				).toBe(0);
			expect(
				await other.store.transfer.load({ tenant: other.tenant, kind: "jobs", rows: rows.jobs ?? [] }),
			).toBe(1);
			expect(
				await other.store.transfer.load({
					tenant: other.tenant,
					kind: "documents",
					rows: rows.documents ?? [],
				}),
			).toBe(1);
			expect(
				await other.store.transfer.load({ tenant: other.tenant, kind: "facts", rows: rows.facts ?? [] }),
			).toBe(3);
			expect(await rowsOf(other, "sessions")).toEqual([]);
		});

		it("SE13: sessions can be loaded again after they swapped their names", async () => {
			const t = setup();
			await t.append(t.name("a"), []);
			await t.append(t.name("b"), []);
			const [a, b] = await rowsOf(t, "sessions");
			if (!a || !b) throw new Error("there are two sessions");
			const named = ({ session_id, name_key }: typeof a.values) =>
				({ session_id, name_key }) as typeof a.values;
			const exchanged = [
				{ ...a, values: { ...a.values, ...named(b.values) } },
				{ ...b, values: { ...b.values, ...named(a.values) } },
			];
			await t.store.transfer.load({ tenant: t.tenant, kind: "sessions", rows: exchanged });
			expect(await rowsOf(t, "sessions")).toEqual(exchanged);
			expect((await t.store.sessions.get({ name: t.name("a") }))?.uid).toBe(b.key[0]);
		});

		it("SE13: all tenants with data are listed in order, page by page", async () => {
			const t = setup();
			const [a, b] = [newTenant(), newTenant()].sort();
			if (!a || !b) throw new Error("there are two tenants");
			await t.store.users.change({ tenant: a, userId: ADA, change: {}, at: 1 });
			await t.store.documents.put({
				tenant: b,
				document: { kind: "key", id: "k", body: {} },
				expect: undefined,
				at: 1,
			});
			const all = await t.store.transfer.tenants(undefined, 10_000);
			expect(all).toEqual([...all].sort((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y))));
			expect(all).toContain(a);
			expect(await t.store.transfer.tenants(a, 1)).toEqual([all[all.indexOf(a) + 1]]);
			expect(await t.store.transfer.tenants(b, 10_000)).toEqual(all.slice(all.indexOf(b) + 1));
		});

		it("SE13: sessions can be listed oldest first, page by page", async () => {
			const t = setup();
			for (const [i, id] of ["c", "a", "b"].entries())
				await t.append(t.name(id), [], { create: seed({ createdAt: 1_000 + Math.min(i, 1) }) });
			const query = { tenant: t.tenant, order: "created", oldestFirst: true } as const;
			const all = await t.store.sessions.list({ ...query, limit: 10 });
			const newest = await t.store.sessions.list({ tenant: t.tenant, order: "created", limit: 10 });
			expect(all).toEqual(newest.toReversed());
			expect(all[0]?.sessionId).toBe("c");
			const [first, second] = all;
			if (!first || !second) throw new Error("there are three sessions");
			const after = { at: second.createdAt, uid: second.uid };
			expect(await t.store.sessions.list({ ...query, limit: 10, after })).toEqual(all.slice(2));
		});

		it("SE13: an imported session keeps its parent and consolidation mark; without the parent it is refused", async () => {
			const t = setup();
			const { uid: parent } = await t.append(t.name("parent"), drafts("a"));
			const [event] = drafts("b");
			if (!event) throw new Error("there is an event");
			const plan: LoadPlan = {
				name: t.name("child"),
				uid: newUid(),
				title: undefined,
				metadata: {},
				baseState: new Map(),
				base: 4,
				head: 5,
				lastRunId: undefined,
				createdAt: 1,
				updatedAt: 2,
				mode: "auto",
				endedAt: undefined,
				events: [{ ...event, offset: 4 }],
				onConflict: "replace",
				storedAt: 3,
			};
			const load = (parts: Partial<LoadPlan>) => t.store.sessions.load({ ...plan, ...parts });
			expect((await refusal(load({ parent: newUid() }))).code).toBe("not_found");
			expect(await load({ parent, consolidatedTo: 4 })).toBe("created");
			const name = t.name("child");
			expect(await t.store.sessions.get({ name })).toMatchObject({ parent, consolidatedTo: 4 });
			// Replacing a session deletes its children: none of them can be its parent.
			const own = { name: t.name("parent"), uid: newUid(), parent: plan.uid };
			expect((await refusal(load(own))).code).toBe("not_found");
			expect(await t.store.sessions.get({ name })).toMatchObject({ parent, head: 5 });
			expect(await load({ uid: newUid() })).toBe("replaced");
			expect(await t.store.sessions.get({ name })).toMatchObject({ parent: undefined, consolidatedTo: 5 });
		});

		it("SE13: owners of facts are listed, space by space", async () => {
			const t = setup();
			const { child } = await fillTenant(t);
			const { rows, next } = await t.store.transfer.owners(t.tenant, { after: undefined, limit: 2 });
			expect(rows).toEqual([factOwner(t, { uid: child }), factOwner(t, { user: "ada" })]);
			const rest = await t.store.transfer.owners(t.tenant, { after: next, limit: 2 });
			expect(rest).toEqual({ rows: [factOwner(t, { space: "space:team" })], next: undefined });
		});

		it("SE13: the facts of an owner are loaded as a whole: refused, skipped or replaced", async () => {
			const t = setup();
			await fillTenant(t);
			const owner = factOwner(t, { user: "ada" });
			const facts = (await rowsOf(t, "facts")).filter(({ values }) => values.user_id === "ada");
			const plan = { owner, facts: facts.slice(0, 1) };
			const since = (await t.store.facts.changes(owner, 0, 100)).rev;
			const { load, loadFacts } = t.store.transfer;
			expect((await refusal(loadFacts({ ...plan, onConflict: "fail" }))).code).toBe("already_exists");
			expect(await loadFacts({ ...plan, onConflict: "skip" })).toBe("skipped");
			expect(await knownTo(t, owner)).toEqual(["likes tea", "lives in Cologne"]);
			expect(await loadFacts({ ...plan, onConflict: "replace" })).toBe("replaced");
			expect(await knownTo(t, owner)).toEqual(["likes tea"]);
			// Readers that know the old facts are reset.
			const changes = await t.store.facts.changes(owner, since, 100);
			expect(changes.facts.map(({ id }) => id)).toEqual([facts[0]?.key[0]]);
			expect(changes.removed).toHaveLength(2);
			const bob = factOwner(t, { user: "bob" });
			const moved = facts.slice(0, 1).map((row) => ({ ...row, values: { ...row.values, user_id: "bob" } }));
			const taken = refusal(loadFacts({ owner: bob, facts: moved, onConflict: "fail" }));
			expect((await taken).code).toBe("already_exists");
			expect(await loadFacts({ owner: bob, facts: moved, onConflict: "replace" })).toBe("replaced");
			expect(await knownTo(t, owner)).toEqual([]);
			expect(await load({ tenant: t.tenant, kind: "facts", rows: facts })).toBe(2);
			const nowhere = factOwner(t, { uid: "nowhere" as SessionUid });
			const gone = refusal(loadFacts({ owner: nowhere, facts: [], onConflict: "fail" }));
			expect((await gone).code).toBe("not_found");
		});
	});
}
