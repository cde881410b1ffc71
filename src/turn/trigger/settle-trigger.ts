import type { UserId } from "../../event/index.ts";
import { eraseScope } from "../../session/index.ts";
import { isOpen, type JobOutcome, type JobRecord, type RunRecord } from "../../store/ports/index.ts";
import { secretsOf } from "../../webhook/secrets.ts";
import { signedPost } from "../../webhook/signed-post.ts";
import { closeDeadRun } from "../close-runs.ts";
import type { Runtime } from "../turn.ts";
import { callbackBody } from "./callback-body.ts";
import type { TriggerJob } from "./trigger-job.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TIMEOUT_MS = 15 * SECOND;
/** How many leases to wait for a run that does not exist yet. */
const PATIENCE = 3;
/** Kind of the documents that record a sent outcome until the job is over. */
const SENT = "callback-sent";

/** When the job is due again. Wakes the worker of this process at that time. */
function dueIn({ platform }: Runtime, afterMs: number): number {
	// The worker polls by itself, but that may be much later.
	if (afterMs <= MINUTE) setTimeout(() => platform.memory.nudge(), afterMs + 1).unref();
	return Date.now() + afterMs;
}

const again = (runtime: Runtime, afterMs: number): JobOutcome => ({
	again: { dueAt: dueIn(runtime, afterMs) },
});
const triggerOf = ({ payload }: JobRecord): TriggerJob => payload as unknown as TriggerJob;

/** Reads the run. If its process died, closes it first. */
async function look({ platform }: Runtime, runId: string): Promise<RunRecord | undefined> {
	const { store, tenant } = platform;
	const run = await store.runs.get(tenant, runId);
	if (!run || !isOpen(run.status) || !run.expired) return run;
	await closeDeadRun(platform, run);
	return store.runs.get(tenant, runId);
}

/** Set while there is nothing to do yet: the run is active, or has not begun. */
function notYet(runtime: Runtime, job: JobRecord, run: RunRecord | undefined): JobOutcome | undefined {
	const { leaseMs } = runtime;
	if (run) return isOpen(run.status) ? again(runtime, leaseMs) : undefined;
	return Date.now() - job.createdAt < PATIENCE * leaseMs ? again(runtime, leaseMs) : undefined;
}

/** Deletes the user that was created for one run, with the session and all other data of that user. */
export async function removeThrowaway({ platform }: Runtime, { throwaway }: TriggerJob): Promise<void> {
	if (throwaway === undefined) return;
	await eraseScope(platform, { tenant: platform.tenant, user: throwaway as UserId });
}

export async function settleCleanup(runtime: Runtime, job: JobRecord, _: AbortSignal): Promise<JobOutcome> {
	const trigger = triggerOf(job);
	const early = notYet(runtime, job, await look(runtime, trigger.runId));
	if (early) return early;
	await removeThrowaway(runtime, trigger);
	return { done: true };
}

export async function settleCallback(
	runtime: Runtime,
	job: JobRecord,
	signal: AbortSignal,
): Promise<JobOutcome> {
	const { store, tenant } = runtime.platform;
	const trigger = triggerOf(job);
	// Already sent before a process died. The run may be deleted by now, which is not how it ended.
	const outcome = (await store.documents.get(tenant, SENT, trigger.runId))
		? ({ done: true } as const)
		: await send(runtime, job, trigger, signal);
	if (!("done" in outcome || "dead" in outcome)) return outcome;
	if (trigger.throwaway !== undefined) {
		const sent = { kind: SENT, id: trigger.runId, body: {}, expiresAt: Date.now() + 7 * DAY };
		await store.documents.put({ tenant, document: sent, expect: undefined, at: Date.now() });
		await removeThrowaway(runtime, trigger);
	}
	return outcome;
}

async function send(
	runtime: Runtime,
	job: JobRecord,
	trigger: TriggerJob,
	signal: AbortSignal,
): Promise<JobOutcome> {
	const { store, tenant, networkOfCallers: network } = runtime.platform;
	const run = await look(runtime, trigger.runId);
	const early = notYet(runtime, job, run);
	if (early) return early;
	const failure = await signedPost({
		url: trigger.callbackUrl ?? "",
		id: `callback:${trigger.runId}`,
		body: await callbackBody(runtime, trigger, run !== undefined, signal),
		secrets: await secretsOf(store, tenant),
		network,
		signal,
		timeoutMs: TIMEOUT_MS,
	});
	if (!failure) return { done: true };
	signal.throwIfAborted();
	const { error, final } = failure;
	const waited = Date.now() - (run?.endedAt ?? job.createdAt);
	if (final || waited >= DAY) return { dead: { error } };
	// The delay doubles: it is as long as the time that has passed so far.
	const delay = Math.min(6 * HOUR, Math.max(SECOND, waited));
	return { retry: { dueAt: dueIn(runtime, delay), error } };
}
