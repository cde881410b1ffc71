import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HoldfastError } from "../error/index.ts";
import type { TenantId } from "../event/index.ts";
import { memoryStore } from "../store/memory/index.ts";
import type { JobDraft, Store } from "../store/ports/index.ts";
import { type JobHandler, startWorker, type Worker, type WorkerOptions } from "./worker.ts";

const tenant = "t" as TenantId;
const workers: Worker[] = [];
let store: Store;

beforeEach(async () => {
	store = memoryStore();
	await store.open();
});
afterEach(async () => {
	await Promise.all(workers.splice(0).map((worker) => worker.close()));
	await store.close();
});

function start(handler: JobHandler, options: Partial<WorkerOptions> = {}): Worker {
	const worker = startWorker({ store, tenant, handlers: new Map([["work", handler]]), ...options });
	workers.push(worker);
	return worker;
}

const ask = (id: string, more: Partial<JobDraft> = {}): Promise<boolean> =>
	store.work.enqueue({ tenant, job: { id, kind: "work", payload: {}, dueAt: 0, ...more }, at: 0 });
const left = () => store.work.jobs({ tenant, limit: 10_000 });

/** A handler that waits until it is let go, or interrupted. */
function heldHandler() {
	const here = Promise.withResolvers<void>();
	const go = Promise.withResolvers<void>();
	const handler: JobHandler = (_, signal) => {
		here.resolve();
		return new Promise((resolve, reject) => {
			signal.addEventListener("abort", () => reject(signal.reason));
			go.promise.then(() => resolve({ done: true }));
		});
	};
	return { handler, here: here.promise, go: go.resolve };
}

describe("a worker", () => {
	it("does what is due, one after the other, the longest due first, and then it is gone", async () => {
		const seen: string[] = [];
		let busy = 0;
		const worker = start(async ({ id }) => {
			expect(++busy).toBe(1);
			await Promise.resolve();
			seen.push(id);
			busy--;
			return { done: true };
		});
		for (const [id, dueAt] of [
			["c", 3],
			["a", 1],
			["b", 2],
		] as const)
			await ask(id, { dueAt });
		await worker.idle();
		expect(seen).toEqual(["a", "b", "c"]);
		expect(await left()).toEqual([]);
	});

	it("keeps of an error what any store can keep", async () => {
		const worker = start(async () => {
			throw new HoldfastError("invalid", `zero \0 and half a pair \ud800 ${"x".repeat(20_000)}`);
		});
		await ask("a");
		await worker.idle();
		const [job] = await left();
		expect(job).toMatchObject({ status: "dead" });
		expect(job?.error?.startsWith("zero \ufffd and half a pair \ufffd x")).toBe(true);
		expect(job?.error?.length).toBe(10_000);
	});

	it("leaves alone what is not due, what it has no handler for, and what is of another tenant", async () => {
		const worker = start(async () => ({ done: true }));
		await ask("later", { dueAt: Date.now() + 1_000_000 });
		await ask("other", { kind: "other" });
		await store.work.enqueue({
			tenant: "u" as TenantId,
			job: { id: "x", kind: "work", payload: {}, dueAt: 0 },
			at: 0,
		});
		await worker.idle();
		expect((await left()).map(({ id, attempts }) => [id, attempts]).sort()).toEqual([
			["later", 0],
			["other", 0],
		]);
		expect(await store.work.jobs({ tenant: "u" as TenantId, limit: 10 })).toHaveLength(1);
	});

	it("a nudge is enough; what is asked for meanwhile is done too", async () => {
		const done = Promise.withResolvers<void>();
		const worker = start(async ({ id }) => {
			if (id === "first") {
				await ask("second");
				worker.nudge();
			} else done.resolve();
			return { done: true };
		});
		await ask("first");
		worker.nudge();
		await done.promise;
		await worker.idle();
		expect(await left()).toEqual([]);
	});

	it("what failed waits for its next attempt, with the reason", async () => {
		const before = Date.now();
		const worker = start(async () => {
			throw new Error("no luck");
		});
		await ask("x");
		await worker.idle();
		const [job] = await left();
		expect(job).toMatchObject({ status: "queued", attempts: 1, error: "no luck" });
		expect(job?.dueAt).toBeGreaterThanOrEqual(before + 750);
	});

	it("what failed eight times is given up, and stays to be seen", async () => {
		const worker = start(async () => {
			throw new Error("no luck");
		});
		await ask("x");
		for (let attempt = 1; attempt <= 8; attempt++) {
			await worker.idle();
			const [job] = await left();
			expect(job).toMatchObject({
				status: attempt < 8 ? "queued" : "dead",
				attempts: attempt,
				error: "no luck",
			});
			if (attempt < 8)
				await store.work.settle({
					tenant,
					id: "x",
					attempt: undefined,
					outcome: { retry: { dueAt: 0, error: job?.error ?? "" } },
				});
		}
	});

	it("what would fail again for ever is given up at once", async () => {
		const worker = start(async () => {
			throw new HoldfastError("invalid", "this is not right");
		});
		await ask("x");
		await worker.idle();
		expect(await left()).toMatchObject([{ status: "dead", attempts: 1, error: "this is not right" }]);
	});

	it("what never ends is due again when it says", async () => {
		const worker = start(async () => ({ again: { dueAt: 8_640_000_000_000 } }));
		await ask("x");
		await worker.idle();
		expect(await left()).toMatchObject([{ status: "queued", dueAt: 8_640_000_000_000 }]);
	});

	it("work that ends its job itself is not ended twice", async () => {
		const worker = start(async ({ id, attempts }) => {
			await store.work.settle({ tenant, id, attempt: attempts, outcome: { done: true } });
			return undefined;
		});
		await ask("x");
		await worker.idle();
		expect(await left()).toEqual([]);
	});

	it("closing interrupts: the job is due again at once, for whoever comes next", async () => {
		const { handler, here } = heldHandler();
		const worker = start(handler);
		await ask("x");
		worker.nudge();
		await here;
		await worker.close();
		const [job] = await left();
		expect(job).toMatchObject({ status: "queued", error: "interrupted" });
		expect(job?.dueAt).toBeLessThanOrEqual(Date.now());
		// Closed is closed.
		worker.nudge();
		await worker.idle();
		expect(await left()).toHaveLength(1);
		const next = start(async () => ({ done: true }));
		await next.idle();
		expect(await left()).toEqual([]);
	});

	it("a job in work is renewed; whoever has lost it is told", async () => {
		const renewed = Promise.withResolvers<void>();
		let held = true;
		const work = {
			...store.work,
			async renew() {
				renewed.resolve();
				return held;
			},
		};
		const reason = Promise.withResolvers<unknown>();
		const worker = start(
			(_, signal) =>
				new Promise((_, reject) => {
					signal.addEventListener("abort", () => {
						reason.resolve(signal.reason);
						reject(signal.reason);
					});
				}),
			{ store: { ...store, work }, aliveMs: 15 },
		);
		await ask("x");
		worker.nudge();
		await renewed.promise;
		held = false;
		expect(await reason.promise).toMatchObject({ code: "cancelled" });
	});

	it("what a dead process held is taken up by another when its claim has run out", async () => {
		await ask("x");
		// Claimed by somebody who is never heard of again.
		expect(await store.work.claim({ tenant, kinds: ["work"], aliveMs: 1, limit: 1 })).toHaveLength(1);
		const attempts: number[] = [];
		const worker = start(async (job) => {
			attempts.push(job.attempts);
			return { done: true };
		});
		await worker.idle();
		expect(attempts).toEqual([2]);
		expect(await left()).toEqual([]);
	});

	it("idle waits for what another process is at", async () => {
		const { handler, here, go } = heldHandler();
		const one = start(handler);
		await ask("x");
		one.nudge();
		await here;
		let over = false;
		const two = start(async () => ({ done: true }));
		const idle = two.idle().then(() => {
			over = true;
		});
		await new Promise((resolve) => setImmediate(resolve));
		expect(over).toBe(false);
		go();
		await idle;
		expect(await left()).toEqual([]);
	});

	it("a store that fails once is asked again", async () => {
		let failures = 1;
		const work = {
			...store.work,
			claim: (...args: Parameters<Store["work"]["claim"]>) => {
				if (failures-- > 0) throw new HoldfastError("unavailable", "away");
				return store.work.claim(...args);
			},
		};
		const worker = start(async () => ({ done: true }), { store: { ...store, work } });
		await ask("x");
		await worker.idle();
		expect(await left()).toEqual([]);
	});

	it("any number of jobs that were given up, or wait, does not hide one that is due", async () => {
		for (let i = 0; i < 1_100; i++) {
			await ask(`dead ${i}`);
			await store.work.settle({
				tenant,
				id: `dead ${i}`,
				attempt: undefined,
				outcome: { dead: { error: "x" } },
			});
		}
		for (let i = 0; i < 1_100; i++) await ask(`later ${i}`, { dueAt: Date.now() + 1_000_000 });
		const done: string[] = [];
		const worker = start(async ({ id }) => {
			done.push(id);
			return { done: true };
		});
		await store.work.enqueue({ tenant, job: { id: "now", kind: "work", payload: {}, dueAt: 0 }, at: 1 });
		await worker.idle();
		expect(done).toEqual(["now"]);
	});

	it("who waits for a job is told when it is done, and does not wait for the others", async () => {
		const { handler, here, go } = heldHandler();
		const worker = start((job, signal) =>
			job.id === "a" ? Promise.resolve({ done: true }) : handler(job, signal),
		);
		await ask("a", { dueAt: 1 });
		await ask("b", { dueAt: 2 });
		expect(await worker.settled("a")).toBeUndefined();
		await here;
		go();
		expect(await worker.settled("b")).toBeUndefined();
		expect(await worker.settled("never was")).toBeUndefined();
	});

	it("who waits for a job is told how its first attempt failed, and idle tells it too until it is done", async () => {
		const failure = new HoldfastError("model_failed", "no luck");
		let isBroken = true;
		const worker = start(async () => {
			if (isBroken) throw failure;
			return { done: true };
		});
		await ask("x");
		const told = { id: "x", kind: "work", status: "queued", attempts: 1, error: failure };
		expect(await worker.settled("x")).toMatchObject(told);
		// In its back-off nobody waits for it.
		expect(await worker.settled("x")).toMatchObject(told);
		expect(await worker.idle()).toMatchObject([told]);
		isBroken = false;
		await store.work.settle({
			tenant,
			id: "x",
			attempt: undefined,
			outcome: { retry: { dueAt: 0, error: "no luck" } },
		});
		expect(await worker.settled("x")).toBeUndefined();
		expect(await worker.idle()).toEqual([]);
	});

	it("a job that was interrupted has not failed: who waits for it waits on", async () => {
		const { handler, here } = heldHandler();
		const one = start(handler);
		const two = start(async () => ({ done: true }), { aliveMs: 1_000_000 });
		await ask("x");
		one.nudge();
		await here;
		const settled = two.settled("x");
		await one.close();
		expect(await settled).toBeUndefined();
	});

	it.each([
		["far behind", 0],
		["far ahead", 8_640_000_000_000],
	])("what another process failed at is told by its message, also when its clock is %s", async (_, dueAt) => {
		await ask("x");
		const [held] = await store.work.claim({ tenant, kinds: ["work"], aliveMs: 1_000_000, limit: 1 });
		const looked = { job: Promise.withResolvers<void>(), jobs: Promise.withResolvers<void>() };
		const work: Store["work"] = {
			...store.work,
			// It is that other process that takes it up.
			claim: async () => [],
			job: (...args) => store.work.job(...args).finally(looked.job.resolve),
			jobs: (...args) =>
				store.work.jobs(...args).finally(() => args[0].status === "running" && looked.jobs.resolve()),
		};
		const worker = start(async () => ({ done: true }), { store: { ...store, work }, aliveMs: 1 });
		const [settled, idle] = [worker.settled("x"), worker.idle()];
		await Promise.all([looked.job.promise, looked.jobs.promise]);
		await store.work.settle({
			tenant,
			id: "x",
			attempt: held?.attempts,
			outcome: { retry: { dueAt, error: "out of reach" } },
		});
		const told = { id: "x", status: "queued", attempts: 1, error: new Error("out of reach") };
		expect(await settled).toMatchObject(told);
		expect(await idle).toMatchObject([told]);
	});

	it("a clock that disagrees with the store's keeps nobody waiting", async () => {
		const work = { ...store.work, claim: async () => [] };
		const worker = start(async () => ({ done: true }), { store: { ...store, work }, aliveMs: 1 });
		await ask("due here, and not there");
		expect(await worker.settled("due here, and not there")).toMatchObject({ status: "queued", attempts: 0 });
		expect(await worker.idle()).toEqual([]);
		await ask("later", { dueAt: Date.now() + 1_000_000 });
		expect(await worker.settled("later")).toMatchObject({ status: "queued", attempts: 0 });
	});
});
