import { describe, expect, it } from "vitest";
import { type JobDraft, type JobQuery, MANY_NEW } from "../../store/ports/index.ts";
import { drafts, type Fixture, lifecycle, newUid, type Setup } from "../fixture.ts";

const LONG = 3_600_000;

const job = (id: string, parts: Partial<JobDraft> = {}): JobDraft => ({
	id,
	kind: "consolidate",
	payload: { for: id },
	dueAt: 1,
	...parts,
});

/** Background jobs: claimed by one worker at a time, kept until they are settled. */
export function describeJobs(setup: Setup): void {
	const claim = (t: Fixture, limit = 9, aliveMs = LONG, kinds = ["consolidate"]) =>
		t.store.work.claim({ tenant: t.tenant, kinds, aliveMs, limit });
	const idsOf = (jobs: { id: string }[]): string[] => jobs.map(({ id }) => id);

	describe("jobs", () => {
		it("BE5: a job without a session is stored once under its id", async () => {
			const t = setup();
			expect(await t.store.work.enqueue({ tenant: t.tenant, job: job("a"), at: 5 })).toBe(true);
			expect(await t.store.work.enqueue({ tenant: t.tenant, job: job("a", { kind: "other" }), at: 6 })).toBe(
				false,
			);
			const queued = { tenant: t.tenant, uid: undefined, status: "queued", attempts: 0, error: undefined };
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toEqual([
				{ ...job("a"), ...queued, createdAt: 5 },
			]);
			// Ids are separate for each tenant.
			const other = setup();
			expect(await other.store.work.enqueue({ tenant: other.tenant, job: job("a"), at: 5 })).toBe(true);
			expect(await claim(other)).toHaveLength(1);
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9, status: "queued" })).toHaveLength(1);
		});

		it("IF1: jobs are listed page by page, oldest first and by id, also within a status", async () => {
			const t = setup();
			for (const [id, at] of [
				["b", 2],
				["a", 2],
				["c", 1],
				["d", 3],
			] as const)
				await t.store.work.enqueue({ tenant: t.tenant, job: job(id), at });
			await t.store.work.settle({
				tenant: t.tenant,
				id: "a",
				attempt: undefined,
				outcome: { dead: { error: "x" } },
			});
			const walk = async (status?: "queued") => {
				const seen: string[] = [];
				for (let after: { createdAt: number; id: string } | undefined; ; ) {
					const [next] = await t.store.work.jobs({ tenant: t.tenant, limit: 1, status, after });
					if (!next) return seen;
					seen.push(next.id);
					after = { createdAt: next.createdAt, id: next.id };
				}
			};
			expect(await walk()).toEqual(["c", "a", "b", "d"]);
			expect(await walk("queued")).toEqual(["c", "b", "d"]);
		});

		it("SE12: a job of a session is stored only if the session has none of its kind, and does not change the session", async () => {
			const t = setup();
			const name = t.name("s");
			const { uid } = await t.append(name, drafts("a"), { patch: { endedAt: 5 } });
			const before = await t.store.sessions.get({ name });
			const enqueue = (id: string, parts: Partial<JobDraft> = {}, of = uid) =>
				t.store.work.enqueue({ tenant: t.tenant, job: job(id, parts), at: 7, uid: of });
			expect(await enqueue("a")).toBe(true);
			expect(await enqueue("b")).toBe(false);
			expect(await enqueue("c", { kind: "other" })).toBe(true);
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toMatchObject([
				{ id: "a", uid, kind: "consolidate", status: "queued", createdAt: 7 },
				{ id: "c", uid, kind: "other" },
			]);
			await t.store.work.settle({
				tenant: t.tenant,
				id: "a",
				attempt: undefined,
				outcome: { dead: { error: "x" } },
			});
			expect(await enqueue("b")).toBe(false);
			await t.store.work.settle({ tenant: t.tenant, id: "a", attempt: undefined, outcome: { done: true } });
			const many = await Promise.all(["d", "e", "f"].map((id) => enqueue(id)));
			expect(many.filter(Boolean)).toHaveLength(1);
			expect(await enqueue("g", {}, newUid())).toBe(false);
			const stranger = setup();
			expect(await stranger.store.work.enqueue({ tenant: stranger.tenant, job: job("h"), at: 7, uid })).toBe(
				false,
			);
			expect(await t.store.sessions.get({ name })).toEqual(before);
		});

		it("BE5: a job is found by its id, equal to the listed one, only in its tenant", async () => {
			const [t, other] = [setup(), setup()];
			expect(await t.store.work.job(t.tenant, "a")).toBeUndefined();
			const { uid } = await t.append(t.name("s"), drafts("x"), { jobs: [job("a")] });
			await claim(t);
			const [listed] = await t.store.work.jobs({ tenant: t.tenant, limit: 9 });
			expect(listed).toMatchObject({ id: "a", uid, status: "running", attempts: 1 });
			expect(await t.store.work.job(t.tenant, "a")).toEqual(listed);
			expect(await other.store.work.job(other.tenant, "a")).toBeUndefined();
			await t.store.work.settle({ tenant: t.tenant, id: "a", attempt: 1, outcome: { done: true } });
			expect(await t.store.work.job(t.tenant, "a")).toBeUndefined();
		});

		it("BE6: a worker for all tenants sees which tenants have waiting jobs, and since when", async () => {
			const [t, other] = [setup(), setup()];
			const waiting = async () => {
				const found = await t.store.work.waiting(100_000);
				const mine = found.filter(({ tenant }) => tenant === t.tenant || tenant === other.tenant);
				return mine.map(({ tenant, jobs, dueAt }) => [tenant === t.tenant ? "t" : "other", jobs, dueAt]);
			};
			await t.store.work.enqueue({
				tenant: t.tenant,
				job: job("later", { dueAt: Date.now() + LONG }),
				at: 1,
			});
			expect(await waiting()).toEqual([]);
			await t.store.work.enqueue({ tenant: t.tenant, job: job("a", { dueAt: 3 }), at: 1 });
			await t.store.work.enqueue({ tenant: t.tenant, job: job("b", { dueAt: 4 }), at: 1 });
			await other.store.work.enqueue({ tenant: other.tenant, job: job("c", { dueAt: 2 }), at: 1 });
			expect(await waiting()).toEqual([
				["other", 1, 2],
				["t", 2, 3],
			]);
			// A claimed job is not counted; one whose claim expired is waiting again.
			await claim(t, 1);
			await claim(other, 1, -1);
			expect(await waiting()).toEqual([
				["other", 1, 2],
				["t", 1, 4],
			]);
			await t.store.work.settle({
				tenant: t.tenant,
				id: "b",
				attempt: undefined,
				outcome: { dead: { error: "x" } },
			});
			expect(await waiting()).toEqual([["other", 1, 2]]);
			expect(await t.store.work.waiting(0)).toEqual([]);
		});

		it("BE5: due jobs of the requested kinds are claimed, oldest first", async () => {
			const t = setup();
			for (const [id, dueAt] of [
				["c", 3],
				["a", 1],
				["b", 2],
			] as [string, number][])
				await t.store.work.enqueue({ tenant: t.tenant, job: job(id, { dueAt }), at: 1 });
			await t.store.work.enqueue({
				tenant: t.tenant,
				job: job("later", { dueAt: Date.now() + LONG }),
				at: 1,
			});
			await t.store.work.enqueue({ tenant: t.tenant, job: job("other", { kind: "other" }), at: 1 });
			expect(await claim(t, 9, LONG, [])).toEqual([]);
			const [first, second, ...none] = await claim(t, 2);
			expect(none).toEqual([]);
			expect(first).toMatchObject({ ...job("a"), status: "running", attempts: 1, tenant: t.tenant });
			expect(second?.id).toBe("b");
			expect(idsOf(await claim(t, 9, LONG, ["other", "consolidate"]))).toEqual(["other", "c"]);
			expect(await claim(t)).toEqual([]);
			expect(idsOf(await t.store.work.jobs({ tenant: t.tenant, limit: 9, status: "queued" }))).toEqual([
				"later",
			]);
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9, status: "running" })).toHaveLength(4);
		});

		it("BE6: no job is claimed twice, however many workers ask", async () => {
			const t = setup();
			for (let i = 0; i < 20; i++) await t.store.work.enqueue({ tenant: t.tenant, job: job(`${i}`), at: 1 });
			const claimed = await Promise.all(Array.from({ length: 16 }, () => claim(t, 2)));
			expect(idsOf(claimed.flat()).sort()).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`).sort());
		});

		it("BE5: one job per kind and session is claimed at a time; other kinds and sessions are independent", async () => {
			const t = setup();
			const jobs = (...ids: string[]) => ids.map((id, i) => job(id, { dueAt: i + 1 }));
			await t.append(t.name("s"), drafts("a"), { jobs: [...jobs("1", "2"), job("x", { kind: "other" })] });
			await t.append(t.name("t"), drafts("a"), { jobs: [job("3", { dueAt: 9 })] });
			expect(idsOf(await claim(t, 9, LONG, ["consolidate", "other"]))).toEqual(["1", "x", "3"]);
			expect(await claim(t)).toEqual([]);
			await t.store.work.settle({ tenant: t.tenant, id: "1", attempt: 1, outcome: { done: true } });
			expect(idsOf(await claim(t))).toEqual(["2"]);
		});

		it("BE6: a job whose claim expired can be claimed again; the old attempt cannot change it", async () => {
			const t = setup();
			const { uid } = await t.append(t.name("s"), drafts("a"), { jobs: [job("a")] });
			expect(await claim(t, 9, 0)).toMatchObject([{ id: "a", uid, attempts: 1 }]);
			const [again] = await claim(t);
			expect(again).toMatchObject({ id: "a", attempts: 2, status: "running" });
			expect(await t.store.work.renew({ tenant: t.tenant, id: "a", attempt: 1, aliveMs: LONG })).toBe(false);
			expect(
				await t.store.work.settle({ tenant: t.tenant, id: "a", attempt: 1, outcome: { done: true } }),
			).toBe(false);
			expect(await t.store.work.renew({ tenant: t.tenant, id: "a", attempt: 2, aliveMs: LONG })).toBe(true);
			expect(await claim(t)).toEqual([]);
			expect(
				await t.store.work.settle({ tenant: t.tenant, id: "a", attempt: 2, outcome: { done: true } }),
			).toBe(true);
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toEqual([]);
			expect(
				await t.store.work.settle({ tenant: t.tenant, id: "a", attempt: 2, outcome: { done: true } }),
			).toBe(false);
		});

		it("BE6: a renewed claim holds; an expired one does not", async () => {
			const t = setup();
			await t.store.work.enqueue({ tenant: t.tenant, job: job("a"), at: 1 });
			await claim(t, 1, 0);
			await t.store.work.renew({ tenant: t.tenant, id: "a", attempt: 1, aliveMs: LONG });
			expect(await claim(t)).toEqual([]);
			await t.store.work.renew({ tenant: t.tenant, id: "a", attempt: 1, aliveMs: 0 });
			expect(await claim(t)).toMatchObject([{ attempts: 2 }]);
		});

		it("BE5: a failed attempt is retried when it is due, and its error is kept", async () => {
			const t = setup();
			await t.store.work.enqueue({ tenant: t.tenant, job: job("a"), at: 1 });
			await claim(t);
			const retry = { dueAt: Date.now() + LONG, error: "no luck" };
			expect(await t.store.work.settle({ tenant: t.tenant, id: "a", attempt: 1, outcome: { retry } })).toBe(
				true,
			);
			const [queued] = await t.store.work.jobs({ tenant: t.tenant, limit: 9 });
			expect(queued).toMatchObject({ status: "queued", attempts: 1, ...retry });
			expect(await claim(t)).toEqual([]);
			expect(
				await t.store.work.settle({ tenant: t.tenant, id: "a", attempt: 1, outcome: { done: true } }),
			).toBe(false);
			await t.store.work.settle({
				tenant: t.tenant,
				id: "a",
				attempt: undefined,
				outcome: { retry: { dueAt: 1, error: "now" } },
			});
			expect(await claim(t)).toMatchObject([{ attempts: 2, error: "now" }]);
			await t.store.work.settle({ tenant: t.tenant, id: "a", attempt: 2, outcome: { again: { dueAt: 2 } } });
			expect(await claim(t)).toMatchObject([{ attempts: 3, dueAt: 2, error: undefined }]);
		});

		it("BE5: a dead letter stays visible, is not claimed, and can be retried or dropped", async () => {
			const t = setup();
			await t.store.work.enqueue({ tenant: t.tenant, job: job("a"), at: 1 });
			await claim(t);
			await t.store.work.settle({
				tenant: t.tenant,
				id: "a",
				attempt: 1,
				outcome: { dead: { error: "hopeless" } },
			});
			const dead = { id: "a", status: "dead", attempts: 1, error: "hopeless" };
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9, status: "dead" })).toMatchObject([dead]);
			expect(await claim(t)).toEqual([]);
			expect(await t.store.work.renew({ tenant: t.tenant, id: "a", attempt: 1, aliveMs: LONG })).toBe(false);
			await t.store.work.settle({
				tenant: t.tenant,
				id: "a",
				attempt: undefined,
				outcome: { retry: { dueAt: 1, error: "hopeless" } },
			});
			expect(await claim(t)).toMatchObject([{ attempts: 2 }]);
			expect(
				await t.store.work.settle({ tenant: t.tenant, id: "a", attempt: undefined, outcome: { done: true } }),
			).toBe(true);
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toEqual([]);
			expect(
				await t.store.work.settle({ tenant: t.tenant, id: "a", attempt: undefined, outcome: { done: true } }),
			).toBe(false);
		});

		it("BE5: jobs can be listed by session and by due time", async () => {
			const t = setup();
			const { uid } = await t.append(t.name("s"), drafts("x"), {
				jobs: [job("a", { dueAt: 5 }), job("b", { dueAt: 9, kind: "other" })],
			});
			await t.append(t.name("t"), drafts("x"), { jobs: [job("c", { dueAt: 7 })] });
			const ids = async (query: Partial<JobQuery>) =>
				idsOf(await t.store.work.jobs({ tenant: t.tenant, limit: 9, ...query }));
			expect((await ids({ uid })).sort()).toEqual(["a", "b"]);
			expect((await ids({ dueBy: 7 })).sort()).toEqual(["a", "c"]);
			expect(await ids({ uid, dueBy: 8, status: "queued" })).toEqual(["a"]);
			expect(await ids({ uid: newUid() })).toEqual([]);
		});

		it("BE5: a job can be replaced by an equal one, which starts with no attempts", async () => {
			const t = setup();
			const { uid } = await t.append(t.name("s"), drafts("x"), { jobs: [job("a")] });
			await claim(t);
			expect(
				await t.store.work.settle({
					tenant: t.tenant,
					id: "a",
					attempt: 9,
					outcome: { next: { id: "b", dueAt: 3 } },
				}),
			).toBe(false);
			expect(
				await t.store.work.settle({
					tenant: t.tenant,
					id: "a",
					attempt: 1,
					outcome: { next: { id: "b", dueAt: 3 } },
				}),
			).toBe(true);
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toMatchObject([
				{ id: "b", uid, kind: "consolidate", status: "queued", attempts: 0, dueAt: 3 },
			]);
			expect(await claim(t)).toMatchObject([{ id: "b", attempts: 1 }]);
		});

		it("FA3: the consolidation job is stored once, with the first new event, until everything is consolidated", async () => {
			const t = setup();
			const name = t.name("s");
			const append = (id: string, count = 1) =>
				t.append(name, drafts(...Array.from({ length: count }, () => "x")), {
					whenNew: job(id, { dueAt: 50 }),
					at: 9,
				});
			const waiting = async () =>
				(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).map(({ id, dueAt }) => [id, dueAt]);
			const { uid } = await append("a");
			await append("b", 2);
			expect(await waiting()).toEqual([["a", 50]]);
			await t.store.facts.commit({
				tenant: t.tenant,
				put: [],
				remove: [],
				consolidated: { uid, from: 0, to: 3 },
			});
			// The waiting job is no longer needed, but it exists: it is replaced.
			await append("c");
			expect(await waiting()).toEqual([["c", 50]]);
			await append("d", MANY_NEW - 2);
			expect(await waiting()).toEqual([["c", 50]]);
			await append("e");
			expect(await waiting()).toEqual([["e", 9]]);
			await append("f");
			expect(await waiting()).toEqual([["e", 9]]);
			// If the append has a job of this kind, that one is stored.
			await t.append(name, drafts("x"), { jobs: [{ ...job("g"), replaces: true }], whenNew: job("h") });
			expect(await waiting()).toEqual([["g", 1]]);
			await claim(t);
			await t.append(name, drafts("x"), { jobs: [{ ...job("i"), replaces: true }] });
			expect((await waiting()).map(([id]) => id).sort()).toEqual(["g", "i"]);
			await t.append(name, [], { whenNew: job("j"), patch: { title: "t" } });
			expect(await waiting()).toHaveLength(2);
		});

		it("ID6: the job of a merged session continues under the target, even while it is claimed", async () => {
			const t = setup();
			await t.append(t.name("from"), drafts("a"), { jobs: [job("a")] });
			const target = await t.append(t.name("to"), drafts("a"));
			await claim(t);
			await t.store.sessions.rekey({
				from: { name: t.name("from") },
				to: t.name("to"),
				onConflict: "merge",
				at: 1,
				lifecycle: () => lifecycle("rekeyed"),
			});
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toMatchObject([
				{ id: "a", uid: target.uid },
			]);
			expect(await t.store.work.renew({ tenant: t.tenant, id: "a", attempt: 1, aliveMs: LONG })).toBe(true);
			expect(
				await t.store.work.settle({ tenant: t.tenant, id: "a", attempt: 1, outcome: { done: true } }),
			).toBe(true);
		});
	});
}
