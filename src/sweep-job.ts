import type { AgentId } from "./event/index.ts";
import type { JobHandler } from "./job/index.ts";
import type { Platform } from "./session/index.ts";
import type { SweepOptions, SweepReport } from "./session/retention.ts";

/** Time between two sweeps. */
const EVERY_MS = 6 * 3_600_000;
/** The first sweep waits until the process has started up. A failed one is repeated after this time. */
const FIRST_MS = 10 * 60_000;

const jobId = (tenant: string): string => `sweep:${tenant}`;

/** Enqueues the sweep, unless it is enqueued already. All processes that share a store share one sweep job. */
export async function enqueueSweep({ store, tenant }: Platform): Promise<void> {
	const now = Date.now();
	const job = { id: jobId(tenant), kind: "sweep", payload: {}, dueAt: now + FIRST_MS };
	await store.work.enqueue({ tenant, job, at: now });
}

/** Sweeps and schedules the next sweep. */
export function sweepJob(sweep: () => Promise<unknown>): JobHandler {
	return async () => {
		// The job never fails permanently: after a failure it is due again soon.
		const done = await sweep().then(
			() => true,
			() => false,
		);
		return { again: { dueAt: Date.now() + (done ? EVERY_MS : FIRST_MS) } };
	};
}

/** Deletes events that are past their retention, and closes runs whose process died. */
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
	// Deletes documents that have expired: stored answers and parts of streams.
	await platform.store.documents.sweep(platform.tenant, Date.now());
	return { ...report, runs: await closeDeadRuns(platform) };
}
