import { describe, expect, it } from "vitest";
import type { JobDraft } from "../../store/ports/index.ts";
import { drafts, type Fixture, lifecycle, type Setup } from "../fixture.ts";

const LONG = 3_600_000;

const job = (id: string, parts: Partial<JobDraft> = {}): JobDraft => ({
	...{ id, kind: "consolidate", payload: { for: id }, dueAt: 1, ...parts },
});

/** Durable work: claimed by one at a time, kept until it is settled. */
export function describeJobs(setup: Setup): void {
	const claim = (t: Fixture, limit = 9, aliveMs = LONG, kinds = ["consolidate"]) =>
		t.store.work.claim(t.tenant, kinds, aliveMs, limit);
	const idsOf = (jobs: { id: string }[]): string[] => jobs.map(({ id }) => id);

	describe("jobs", () => {
		it("BE5: a job of no session is stored once under its id", async () => {
			const t = setup();
			expect(await t.store.work.enqueue(t.tenant, job("a"), 5)).toBe(true);
			expect(await t.store.work.enqueue(t.tenant, job("a", { kind: "other" }), 6)).toBe(false);
			const queued = { tenant: t.tenant, uid: undefined, status: "queued", attempts: 0, error: undefined };
			expect(await t.store.work.jobs(t.tenant, 9)).toEqual([{ ...job("a"), ...queued, createdAt: 5 }]);
			// Ids are the tenant's own.
			const other = setup();
			expect(await other.store.work.enqueue(other.tenant, job("a"), 5)).toBe(true);
			expect(await claim(other)).toHaveLength(1);
			expect(await t.store.work.jobs(t.tenant, 9, "queued")).toHaveLength(1);
		});

		it("BE6: who serves all tenants sees which of them have work that waits, and since when", async () => {
			const [t, other] = [setup(), setup()];
			const waiting = async () => {
				const found = await t.store.work.waiting(100_000);
				const mine = found.filter(({ tenant }) => tenant === t.tenant || tenant === other.tenant);
				return mine.map(({ tenant, jobs, dueAt }) => [tenant === t.tenant ? "t" : "other", jobs, dueAt]);
			};
			await t.store.work.enqueue(t.tenant, job("later", { dueAt: Date.now() + LONG }), 1);
			expect(await waiting()).toEqual([]);
			await t.store.work.enqueue(t.tenant, job("a", { dueAt: 3 }), 1);
			await t.store.work.enqueue(t.tenant, job("b", { dueAt: 4 }), 1);
			await other.store.work.enqueue(other.tenant, job("c", { dueAt: 2 }), 1);
			expect(await waiting()).toEqual([
				["other", 1, 2],
				["t", 2, 3],
			]);
			// Who is at it needs no other; whose holder is gone waits again.
			await claim(t, 1);
			await claim(other, 1, -1);
			expect(await waiting()).toEqual([
				["other", 1, 2],
				["t", 1, 4],
			]);
			await t.store.work.settle(t.tenant, "b", undefined, { dead: { error: "x" } });
			expect(await waiting()).toEqual([["other", 1, 2]]);
			expect(await t.store.work.waiting(0)).toEqual([]);
		});

		it("BE5: what is due is claimed oldest first, of the kinds that are asked for", async () => {
			const t = setup();
			for (const [id, dueAt] of [
				...[
					["c", 3],
					["a", 1],
					["b", 2],
				],
			] as [string, number][])
				await t.store.work.enqueue(t.tenant, job(id, { dueAt }), 1);
			await t.store.work.enqueue(t.tenant, job("later", { dueAt: Date.now() + LONG }), 1);
			await t.store.work.enqueue(t.tenant, job("other", { kind: "other" }), 1);
			expect(await claim(t, 9, LONG, [])).toEqual([]);
			const [first, second, ...none] = await claim(t, 2);
			expect(none).toEqual([]);
			expect(first).toMatchObject({ ...job("a"), status: "running", attempts: 1, tenant: t.tenant });
			expect(second?.id).toBe("b");
			expect(idsOf(await claim(t, 9, LONG, ["other", "consolidate"]))).toEqual(["other", "c"]);
			expect(await claim(t)).toEqual([]);
			expect(idsOf(await t.store.work.jobs(t.tenant, 9, "queued"))).toEqual(["later"]);
			expect(await t.store.work.jobs(t.tenant, 9, "running")).toHaveLength(4);
		});

		it("BE6: no job is given to two, however many ask", async () => {
			const t = setup();
			for (let i = 0; i < 20; i++) await t.store.work.enqueue(t.tenant, job(`${i}`), 1);
			const claimed = await Promise.all(Array.from({ length: 16 }, () => claim(t, 2)));
			expect(idsOf(claimed.flat()).sort()).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`).sort());
		});

		it("BE5: of one session one job of a kind is held at a time; another kind and another session go on", async () => {
			const t = setup();
			const jobs = (...ids: string[]) => ids.map((id, i) => job(id, { dueAt: i + 1 }));
			await t.append(t.name("s"), drafts("a"), { jobs: [...jobs("1", "2"), job("x", { kind: "other" })] });
			await t.append(t.name("t"), drafts("a"), { jobs: [job("3", { dueAt: 9 })] });
			expect(idsOf(await claim(t, 9, LONG, ["consolidate", "other"]))).toEqual(["1", "x", "3"]);
			expect(await claim(t)).toEqual([]);
			await t.store.work.settle(t.tenant, "1", 1, { done: true });
			expect(idsOf(await claim(t))).toEqual(["2"]);
		});

		it("BE6: a job whose holder is gone is claimed by the next; the old attempt can do nothing more", async () => {
			const t = setup();
			const { uid } = await t.append(t.name("s"), drafts("a"), { jobs: [job("a")] });
			expect(await claim(t, 9, 0)).toMatchObject([{ id: "a", uid, attempts: 1 }]);
			const [again] = await claim(t);
			expect(again).toMatchObject({ id: "a", attempts: 2, status: "running" });
			expect(await t.store.work.renew(t.tenant, "a", 1, LONG)).toBe(false);
			expect(await t.store.work.settle(t.tenant, "a", 1, { done: true })).toBe(false);
			expect(await t.store.work.renew(t.tenant, "a", 2, LONG)).toBe(true);
			expect(await claim(t)).toEqual([]);
			expect(await t.store.work.settle(t.tenant, "a", 2, { done: true })).toBe(true);
			expect(await t.store.work.jobs(t.tenant, 9)).toEqual([]);
			expect(await t.store.work.settle(t.tenant, "a", 2, { done: true })).toBe(false);
		});

		it("BE6: a renewed claim holds; one that is let go of does not", async () => {
			const t = setup();
			await t.store.work.enqueue(t.tenant, job("a"), 1);
			await claim(t, 1, 0);
			await t.store.work.renew(t.tenant, "a", 1, LONG);
			expect(await claim(t)).toEqual([]);
			await t.store.work.renew(t.tenant, "a", 1, 0);
			expect(await claim(t)).toMatchObject([{ attempts: 2 }]);
		});

		it("BE5: a failed attempt is tried again when it is due, and says why it failed", async () => {
			const t = setup();
			await t.store.work.enqueue(t.tenant, job("a"), 1);
			await claim(t);
			const retry = { dueAt: Date.now() + LONG, error: "no luck" };
			expect(await t.store.work.settle(t.tenant, "a", 1, { retry })).toBe(true);
			const [queued] = await t.store.work.jobs(t.tenant, 9);
			expect(queued).toMatchObject({ status: "queued", attempts: 1, ...retry });
			expect(await claim(t)).toEqual([]);
			expect(await t.store.work.settle(t.tenant, "a", 1, { done: true })).toBe(false);
			await t.store.work.settle(t.tenant, "a", undefined, { retry: { dueAt: 1, error: "now" } });
			expect(await claim(t)).toMatchObject([{ attempts: 2, error: "now" }]);
			await t.store.work.settle(t.tenant, "a", 2, { again: { dueAt: 2 } });
			expect(await claim(t)).toMatchObject([{ attempts: 3, dueAt: 2, error: undefined }]);
		});

		it("BE5: a job that is given up stays to be seen, is not claimed, and can be taken up or thrown away", async () => {
			const t = setup();
			await t.store.work.enqueue(t.tenant, job("a"), 1);
			await claim(t);
			await t.store.work.settle(t.tenant, "a", 1, { dead: { error: "hopeless" } });
			const dead = { id: "a", status: "dead", attempts: 1, error: "hopeless" };
			expect(await t.store.work.jobs(t.tenant, 9, "dead")).toMatchObject([dead]);
			expect(await claim(t)).toEqual([]);
			expect(await t.store.work.renew(t.tenant, "a", 1, LONG)).toBe(false);
			await t.store.work.settle(t.tenant, "a", undefined, { retry: { dueAt: 1, error: "hopeless" } });
			expect(await claim(t)).toMatchObject([{ attempts: 2 }]);
			expect(await t.store.work.settle(t.tenant, "a", undefined, { done: true })).toBe(true);
			expect(await t.store.work.jobs(t.tenant, 9)).toEqual([]);
			expect(await t.store.work.settle(t.tenant, "a", undefined, { done: true })).toBe(false);
		});

		it("ID6: a merged session's job goes on under the target, also while it is held", async () => {
			const t = setup();
			await t.append(t.name("from"), drafts("a"), { jobs: [job("a")] });
			const target = await t.append(t.name("to"), drafts("a"));
			await claim(t);
			await t.store.sessions.rekey({
				...{ from: { name: t.name("from") }, to: t.name("to"), onConflict: "merge", at: 1 },
				lifecycle: () => lifecycle("rekeyed"),
			});
			expect(await t.store.work.jobs(t.tenant, 9)).toMatchObject([{ id: "a", uid: target.uid }]);
			expect(await t.store.work.renew(t.tenant, "a", 1, LONG)).toBe(true);
			expect(await t.store.work.settle(t.tenant, "a", 1, { done: true })).toBe(true);
		});
	});
}
