import type { JsonObject } from "../../event/index.ts";
import type { Platform } from "../../session/index.ts";

export const CALLBACK = "callback";
export const CLEANUP = "cleanup";

/** What a job for a triggered run knows. Nothing that was said is in it. */
export interface TriggerJob {
	runId: string;
	agentId: string;
	sessionId: string;
	/** Made for this run alone, with everything of theirs. */
	throwaway?: string;
	/** Where the outcome is sent. */
	callbackUrl?: string;
}

const kindOf = ({ callbackUrl }: TriggerJob): string => (callbackUrl === undefined ? CLEANUP : CALLBACK);
const idOf = (job: TriggerJob): string => `${kindOf(job)}:${job.runId}`;

/** Whether anything is left to do after the run. */
export const needsJob = ({ throwaway, callbackUrl }: TriggerJob): boolean =>
	throwaway !== undefined || callbackUrl !== undefined;

/** Stores the job; it looks after the run from `dueAt` on. */
export async function enqueueTrigger(
	{ store, tenant }: Platform,
	job: TriggerJob,
	dueAt: number,
): Promise<void> {
	const payload = { ...job } as unknown as JsonObject;
	await store.work.enqueue(tenant, { id: idOf(job), kind: kindOf(job), payload, dueAt }, Date.now());
}

/** The run is over: the job is due now. */
export async function wakeTrigger(platform: Platform, job: TriggerJob): Promise<void> {
	const { store, tenant, memory } = platform;
	await store.work.settle(tenant, idOf(job), undefined, { again: { dueAt: Date.now() } });
	memory.nudge();
}

/** There is nothing left to do. */
export async function endTrigger({ store, tenant }: Platform, job: TriggerJob): Promise<void> {
	await store.work.settle(tenant, idOf(job), undefined, { done: true });
}
