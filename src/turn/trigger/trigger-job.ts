import type { JsonObject } from "../../event/index.ts";
import type { Platform } from "../../session/index.ts";

export const CALLBACK = "callback";
export const CLEANUP = "cleanup";

/** The payload of a job for a triggered run. It has no content of the conversation. */
export interface TriggerJob {
	runId: string;
	agentId: string;
	sessionId: string;
	/** Id of the user that was created for this run. The user is deleted with all data. */
	throwaway?: string;
	/** URL that the outcome is sent to. */
	callbackUrl?: string;
}

const kindOf = ({ callbackUrl }: TriggerJob): string => (callbackUrl === undefined ? CLEANUP : CALLBACK);
const idOf = (job: TriggerJob): string => `${kindOf(job)}:${job.runId}`;

/** Whether anything is left to do after the run. */
export const needsJob = ({ throwaway, callbackUrl }: TriggerJob): boolean =>
	throwaway !== undefined || callbackUrl !== undefined;

/** Stores the job. It checks on the run from `dueAt` on. */
export async function enqueueTrigger(
	{ store, tenant }: Platform,
	job: TriggerJob,
	dueAt: number,
): Promise<void> {
	const payload = { ...job } as unknown as JsonObject;
	await store.work.enqueue({
		tenant,
		job: { id: idOf(job), kind: kindOf(job), payload, dueAt },
		at: Date.now(),
	});
}

/** The run has ended: the job is due now. */
export async function wakeTrigger(platform: Platform, job: TriggerJob): Promise<void> {
	const { store, tenant, memory } = platform;
	await store.work.settle({
		tenant,
		id: idOf(job),
		attempt: undefined,
		outcome: { again: { dueAt: Date.now() } },
	});
	memory.nudge();
}

/** Ends the job: there is nothing left to do. */
export async function endTrigger({ store, tenant }: Platform, job: TriggerJob): Promise<void> {
	await store.work.settle({ tenant, id: idOf(job), attempt: undefined, outcome: { done: true } });
}
