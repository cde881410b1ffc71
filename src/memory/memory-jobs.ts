import type { JobHandler } from "../job/index.ts";
import { consolidate } from "./consolidate/consolidate.ts";
import type { MemoryContext } from "./memory-context.ts";

/** Makes facts of a session that was ended. Ends the job together with the facts, where there are any. */
export function consolidateJob(context: () => Promise<MemoryContext>): JobHandler {
	return async (job, signal) => {
		if (job.uid === undefined) return { done: true };
		const ended = await consolidate(await context(), job.uid, { job, signal });
		return ended ? undefined : { done: true };
	};
}
