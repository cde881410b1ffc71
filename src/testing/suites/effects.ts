import { describe, expect, it } from "vitest";
import { draft, drafts, lifecycle, newUid, refusal, type Setup, seed } from "../fixture.ts";

const job = (kind: string, dueAt = 1) => ({ id: newUid(), kind, payload: { deep: [kind] }, dueAt });

/** What is committed together with the events. */
export function describeEffects(setup: Setup): void {
	describe("append: what commits with the events", () => {
		it("SE6: metadata is patched key by key, and the title set and removed, together with the events", async () => {
			const t = setup();
			const name = t.name("s");
			const create = seed({ metadata: { a: 1, b: { c: [2] } }, title: "first" });
			await t.append(name, drafts("x"), { create, patch: { metadata: { set: { d: null }, unset: ["a"] } } });
			expect(await t.store.sessions.get({ name })).toMatchObject({
				metadata: { b: { c: [2] }, d: null },
				title: "first",
			});
			await t.append(name, [], { patch: { title: null, metadata: { set: { b: 3 }, unset: ["nowhere"] } } });
			const found = await t.store.sessions.get({ name });
			expect(found?.metadata).toEqual({ b: 3, d: null });
			expect(found?.title).toBeUndefined();
		});

		it("SE6: metadata that would grow too large is refused with nothing written", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("a"));
			const before = await t.snapshot(name);
			const metadata = { set: { big: "x".repeat(300 * 1024) }, unset: [] };
			expect((await refusal(t.append(name, drafts("b"), { patch: { metadata } }))).code).toBe(
				"limit_exceeded",
			);
			expect(await t.snapshot(name)).toEqual(before);
			const other = t.name("new");
			expect((await refusal(t.append(other, drafts("b"), { patch: { metadata } }))).code).toBe(
				"limit_exceeded",
			);
			expect(await t.store.sessions.get({ name: other })).toBeUndefined();
		});

		it("SE9: an append to an ended session reopens it, with an event after the batch", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, [lifecycle("ended")], { reopen: undefined, patch: { endedAt: 9 } });
			const outcome = await t.append(name, drafts("a", "b"));
			expect(outcome).toMatchObject({ firstOffset: 1, head: 4 });
			expect(await t.texts(name)).toEqual(["ended", "a", "b", "reopened"]);
			expect((await t.store.sessions.get({ name }))?.endedAt).toBeUndefined();
			await t.append(name, drafts("c"));
			expect(await t.texts(name)).toEqual(["ended", "a", "b", "reopened", "c"]);
		});

		it("SE9: a change without events leaves an ended session ended", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, [lifecycle("ended")], { reopen: undefined, patch: { endedAt: 9 } });
			await t.append(name, [], { patch: { title: "t" } });
			expect(await t.store.sessions.get({ name })).toMatchObject({ endedAt: 9, head: 1, title: "t" });
		});

		it("BE5: jobs are stored with the append as given, under the session, oldest first", async () => {
			const t = setup();
			const name = t.name("s");
			const [one, two] = [job("one", 5), job("two", 3)];
			const { uid } = await t.append(name, drafts("a"), { jobs: [one], at: 1_000 });
			await t.append(name, [], { jobs: [two], at: 2_000 });
			const common = { tenant: t.tenant, uid, status: "queued", attempts: 0 };
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 10 })).toEqual([
				{ ...one, ...common, createdAt: 1_000 },
				{ ...two, ...common, createdAt: 2_000 },
			]);
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 1 })).toHaveLength(1);
		});

		it("BE5: a refused append queues no job", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("a"));
			await refusal(t.append(name, drafts("b"), { jobs: [job("no")], require: { expectedOffset: 9 } }));
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 10 })).toEqual([]);
		});

		it("IF3: a delivery starts, once, at the first event of the append that requests it", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("before"));
			const deliveries = [{ url: "https://example.com/hook" }];
			const { uid } = await t.append(name, drafts("a", "b"), { deliveries });
			await t.append(name, drafts("c"), { deliveries });
			expect(await t.store.deliveries.list({ tenant: t.tenant, limit: 10 })).toEqual([
				expect.objectContaining({
					tenant: t.tenant,
					uid,
					url: deliveries[0]?.url,
					nextOffset: 1,
					status: "active",
				}),
			]);
		});

		it("IF3: ending a delivery frees its slot for another one in the same step", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("a"), { deliveries: [{ url: "https://example.com/1" }] });
			await t.append(name, drafts("b"), {
				endDeliveries: ["https://example.com/1"],
				deliveries: [{ url: "https://example.com/2" }],
			});
			const found = await t.store.deliveries.list({ tenant: t.tenant, limit: 10 });
			expect(found.map(({ url, nextOffset }) => [url, nextOffset])).toEqual([["https://example.com/2", 1]]);
			await t.append(name, [], { endDeliveries: ["https://example.com/2"] });
			expect(await t.store.deliveries.list({ tenant: t.tenant, limit: 10 })).toEqual([]);
		});

		it("SE12: the consolidation mark stays until it is moved", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, drafts("a", "b"), { patch: { consolidatedTo: 2 } });
			await t.append(name, drafts("c"));
			expect((await t.store.sessions.get({ name }))?.consolidatedTo).toBe(2);
		});

		it("ST2: events and their state become visible together", async () => {
			const t = setup();
			const name = t.name("s");
			await t.append(name, []);
			const writes = Array.from({ length: 20 }, (_, n) =>
				t.append(name, [draft(`${n}`, { stateDelta: { set: { n } } })]),
			);
			let seen = -1;
			for (let i = 0; i < 20; i++) {
				// State is read first: it may be older than the log that is read after it, but never newer.
				const state = await t.store.state.read({ name });
				const texts = await t.texts(name);
				const n = Number(state?.session.get("n") ?? -1);
				expect(n).toBeLessThan(texts.length);
				expect(n).toBeGreaterThanOrEqual(seen);
				seen = n;
			}
			await Promise.all(writes);
			expect((await t.store.state.read({ name }))?.session.get("n")).toBe("19");
		});
	});
}
