import type { JobHandler } from "../../job/index.ts";
import type { Runtime } from "../turn.ts";
import { CALLBACK, CLEANUP } from "./trigger-job.ts";

/*
 * If something has to happen after a triggered run, a job makes sure of it. The job is stored before the run begins:
 * even if this process dies, the outcome is sent, and the user and session that were created for the run are deleted.
 *
 *   callback   waits for the end of the run, sends the outcome, deletes that user and session
 *   cleanup    waits for the end of the run, deletes that user and session
 */

/** The job handlers for triggered runs, by kind. */
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
