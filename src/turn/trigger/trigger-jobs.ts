import type { JobHandler } from "../../job/index.ts";
import type { Runtime } from "../turn.ts";
import { CALLBACK, CLEANUP } from "./trigger-job.ts";

/*
 * A triggered run that leaves something to do behind it is guarded by a job, which is stored before the run begins: whatever
 * happens to this process, the outcome is sent and what was made for the run alone is removed.
 *
 *   callback   waits for the end of the run, sends the outcome, removes the throwaways
 *   cleanup    waits for the end of the run, removes the throwaways
 */

/** What the worker does for triggered runs, by the kind of the job. */
export function triggerJobs(runtime: () => Promise<Runtime>): Map<string, JobHandler> {
	const load = async () => ({ ...(await import("./settle-trigger.ts")), running: await runtime() });
	return new Map<string, JobHandler>([
		[
			CALLBACK,
			async (job, signal) => {
				const { settleCallback, running } = await load();
				return settleCallback(running, job, signal);
			},
		],
		[
			CLEANUP,
			async (job, signal) => {
				const { settleCleanup, running } = await load();
				return settleCleanup(running, job, signal);
			},
		],
	]);
}
