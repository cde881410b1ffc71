import type { AgentId } from "./event/index.ts";
import type { JobHandler } from "./job/index.ts";
import type { Platform } from "./session/index.ts";
import type { SweepOptions, SweepReport } from "./session/retention.ts";

/** How often retention is looked after. */
const EVERY_MS = 6 * 3_600_000;
/** A process that has only just started has better things to do. */
const FIRST_MS = 10 * 60_000;

const jobId = (tenant: string): string => `sweep:${tenant}`;

/** Asks for the sweep, unless somebody has: there is one for all processes that share a store. */
export async function enqueueSweep({ store, tenant }: Platform): Promise<void> {
	const now = Date.now();
	const job = { id: jobId(tenant), kind: "sweep", payload: {}, dueAt: now + FIRST_MS };
	await store.work.enqueue(tenant, job, now);
}

/** Sweeps, and will do so again. */
export function sweepJob(sweep: () => Promise<unknown>): JobHandler {
	return async () => {
		// It is never given up: what fails now is tried again before long.
		const done = await sweep().then(
			() => true,
			() => false,
		);
		return { again: { dueAt: Date.now() + (done ? EVERY_MS : FIRST_MS) } };
	};
}

/** Removes what is older than the retention allows, and closes runs whose process is gone. */
export async function sweep(
	platform: Platform,
	makesFacts: (agentId: AgentId) => Promise<boolean>,
	options?: SweepOptions,
): Promise<SweepReport & { runs: number }> {
	const [{ sweepRetention }, { closeDeadRuns }] = await Promise.all([
		import("./session/retention.ts"),
		import("./turn/close-runs.ts"),
	]);
	const report = await sweepRetention(platform, makesFacts, options);
	// Answers and pieces of streams whose time is over are not seen any more; now they go.
	await platform.store.documents.sweep(platform.tenant, Date.now());
	return { ...report, runs: await closeDeadRuns(platform) };
}
