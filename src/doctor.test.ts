import { afterEach, expect, test, vi } from "vitest";
import type { TenantId } from "./event/index.ts";
import { holdfast, memoryStore } from "./index.ts";

afterEach(() => {
	vi.useRealTimers();
});

const TENANT = "default" as TenantId;
const HOUR = 3_600_000;

test("IF4: work that became due while no process was open is no warning; work that waits beside an open one is", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	const store = memoryStore();
	await using hf = await holdfast({ store });
	// Of a kind that nobody here does.
	const job = { id: "j", kind: "of another release", payload: {}, dueAt: Date.now() - 3 * HOUR };
	await store.work.enqueue({ tenant: TENANT, job, at: Date.now() - 4 * HOUR });
	const jobs = async () => (await hf.doctor()).findings.find(({ about }) => about === "jobs");
	expect(await jobs()).toMatchObject({
		status: "ok",
		message: "1 job waiting (1 tenant), the oldest for 180 minutes",
	});
	vi.setSystemTime(Date.now() + 4 * 60_000);
	expect(await jobs()).toMatchObject({ status: "ok" });
	vi.setSystemTime(Date.now() + 2 * 60_000);
	expect(await jobs()).toMatchObject({
		status: "warning",
		message: expect.stringContaining("no process runs them"),
	});
});

test("IF4: work that is not late, and work that was given up", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	const store = memoryStore();
	await using hf = await holdfast({ store });
	vi.setSystemTime(Date.now() + HOUR);
	const now = Date.now();
	await store.work.enqueue({
		tenant: TENANT,
		job: { id: "due", kind: "of another release", payload: {}, dueAt: now - 60_000 },
		at: now,
	});
	// That the store is in memory is one of its own.
	const warnings = async () =>
		(await hf.doctor()).findings
			.filter(({ about, status }) => about !== "store" && status !== "ok")
			.map(({ about }) => about);
	expect(await warnings()).toEqual([]);
	await store.work.settle({
		tenant: TENANT,
		id: "due",
		attempt: undefined,
		outcome: { dead: { error: "it is broken" } },
	});
	expect(await warnings()).toEqual(["dead letters"]);
});
