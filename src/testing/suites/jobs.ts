import { describe, expect, it } from "vitest";
import { type JobDraft, type JobQuery, MANY_NEW } from "../../store/ports/index.ts";
import { drafts, type Fixture, lifecycle, newUid, type Setup } from "../fixture.ts";

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
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toEqual([
				{ ...job("a"), ...queued, createdAt: 5 },
			]);
			// Ids are the tenant's own.
			const other = setup();
			expect(await other.store.work.enqueue(other.tenant, job("a"), 5)).toBe(true);
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
				await t.store.work.enqueue(t.tenant, job(id), at);
			await t.store.work.settle(t.tenant, "a", undefined, { dead: { error: "x" } });
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

		it("SE12: a job of a session is stored only if the session has none of its kind, and leaves the session as it is", async () => {
			const t = setup();
			const name = t.name("s");
			const { uid } = await t.append(name, drafts("a"), { patch: { endedAt: 5 } });
			const before = await t.store.sessions.get({ name });
			const enqueue = (id: string, parts: Partial<JobDraft> = {}, of = uid) =>
				t.store.work.enqueue(t.tenant, job(id, parts), 7, of);
			expect(await enqueue("a")).toBe(true);
			expect(await enqueue("b")).toBe(false);
			expect(await enqueue("c", { kind: "other" })).toBe(true);
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toMatchObject([
				{ id: "a", uid, kind: "consolidate", status: "queued", createdAt: 7 },
				{ id: "c", uid, kind: "other" },
			]);
			await t.store.work.settle(t.tenant, "a", undefined, { dead: { error: "x" } });
			expect(await enqueue("b")).toBe(false);
			await t.store.work.settle(t.tenant, "a", undefined, { done: true });
			const many = await Promise.all(["d", "e", "f"].map((id) => enqueue(id)));
			expect(many.filter(Boolean)).toHaveLength(1);
			expect(await enqueue("g", {}, newUid())).toBe(false);
			const stranger = setup();
			expect(await stranger.store.work.enqueue(stranger.tenant, job("h"), 7, uid)).toBe(false);
			expect(await t.store.sessions.get({ name })).toEqual(before);
		});

		it("BE5: a job is found by its id, as the list has it, by its tenant alone", async () => {
			const [t, other] = [setup(), setup()];
			expect(await t.store.work.job(t.tenant, "a")).toBeUndefined();
			const { uid } = await t.append(t.name("s"), drafts("x"), { jobs: [job("a")] });
			await claim(t);
			const [listed] = await t.store.work.jobs({ tenant: t.tenant, limit: 9 });
			expect(listed).toMatchObject({ id: "a", uid, status: "running", attempts: 1 });
			expect(await t.store.work.job(t.tenant, "a")).toEqual(listed);
			expect(await other.store.work.job(other.tenant, "a")).toBeUndefined();
			await t.store.work.settle(t.tenant, "a", 1, { done: true });
			expect(await t.store.work.job(t.tenant, "a")).toBeUndefined();
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
			expect(idsOf(await t.store.work.jobs({ tenant: t.tenant, limit: 9, status: "queued" }))).toEqual([
				"later",
			]);
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9, status: "running" })).toHaveLength(4);
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
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toEqual([]);
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
			const [queued] = await t.store.work.jobs({ tenant: t.tenant, limit: 9 });
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
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9, status: "dead" })).toMatchObject([dead]);
			expect(await claim(t)).toEqual([]);
			expect(await t.store.work.renew(t.tenant, "a", 1, LONG)).toBe(false);
			await t.store.work.settle(t.tenant, "a", undefined, { retry: { dueAt: 1, error: "hopeless" } });
			expect(await claim(t)).toMatchObject([{ attempts: 2 }]);
			expect(await t.store.work.settle(t.tenant, "a", undefined, { done: true })).toBe(true);
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toEqual([]);
			expect(await t.store.work.settle(t.tenant, "a", undefined, { done: true })).toBe(false);
		});

		it("BE5: jobs are listed by their session, and by the time they are due", async () => {
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

		it("BE5: a job can leave its place to one like it, which begins with no attempts", async () => {
			const t = setup();
			const { uid } = await t.append(t.name("s"), drafts("x"), { jobs: [job("a")] });
			await claim(t);
			expect(await t.store.work.settle(t.tenant, "a", 9, { next: { id: "b", dueAt: 3 } })).toBe(false);
			expect(await t.store.work.settle(t.tenant, "a", 1, { next: { id: "b", dueAt: 3 } })).toBe(true);
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toMatchObject([
				{ id: "b", uid, kind: "consolidate", status: "queued", attempts: 0, dueAt: 3 },
			]);
			expect(await claim(t)).toMatchObject([{ id: "b", attempts: 1 }]);
		});

		it("FA3: the job for what is new is stored with the first new event, once, until all is consolidated", async () => {
			const t = setup();
			const name = t.name("s");
			const append = (id: string, count = 1) =>
				t.append(name, drafts(...Array.from({ length: count }, () => "x")), {
					...{ whenNew: job(id, { dueAt: 50 }), at: 9 },
				});
			const waiting = async () =>
				(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).map(({ id, dueAt }) => [id, dueAt]);
			const { uid } = await append("a");
			await append("b", 2);
			expect(await waiting()).toEqual([["a", 50]]);
			await t.store.facts.commit({
				...{ tenant: t.tenant, put: [], remove: [], consolidated: { uid, from: 0, to: 3 } },
			});
			// The one that waits is not needed any more, but it is there: it makes way.
			await append("c");
			expect(await waiting()).toEqual([["c", 50]]);
			await append("d", MANY_NEW - 2);
			expect(await waiting()).toEqual([["c", 50]]);
			await append("e");
			expect(await waiting()).toEqual([["e", 9]]);
			await append("f");
			expect(await waiting()).toEqual([["e", 9]]);
			// Who asks for a job of the kind gets that one.
			await t.append(name, drafts("x"), { jobs: [{ ...job("g"), replaces: true }], whenNew: job("h") });
			expect(await waiting()).toEqual([["g", 1]]);
			await claim(t);
			await t.append(name, drafts("x"), { jobs: [{ ...job("i"), replaces: true }] });
			expect((await waiting()).map(([id]) => id).sort()).toEqual(["g", "i"]);
			await t.append(name, [], { whenNew: job("j"), patch: { title: "t" } });
			expect(await waiting()).toHaveLength(2);
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
			expect(await t.store.work.jobs({ tenant: t.tenant, limit: 9 })).toMatchObject([
				{ id: "a", uid: target.uid },
			]);
			expect(await t.store.work.renew(t.tenant, "a", 1, LONG)).toBe(true);
			expect(await t.store.work.settle(t.tenant, "a", 1, { done: true })).toBe(true);
		});
	});
}
