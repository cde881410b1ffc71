import type { Agent } from "../../agent/index.ts";
import { HoldfastError } from "../../error/index.ts";
import { type JsonObject, type UserId, uuidV7 } from "../../event/index.ts";
import { checkUrl } from "../../network/index.ts";
import { asCancelled } from "../as-cancelled.ts";
import { noUsage } from "../model-loop.ts";
import { isRunIdTaken, runExists } from "../run-id.ts";
import type { RunInput, RunResult } from "../run-input.ts";
import type { Runtime } from "../turn.ts";
import { type Claim, claimKey, type Outcome } from "./repeat-trigger.ts";
import { removeThrowaway } from "./settle-trigger.ts";
import {
	type CheckedTrigger,
	parseTriggerInput,
	type TriggerInput,
	type TriggerResult,
} from "./trigger-input.ts";
import { endTrigger, enqueueTrigger, needsJob, type TriggerJob, wakeTrigger } from "./trigger-job.ts";

/** Leases until the job first checks on the run. By then the run is stored, or its process died. */
const FIRST_LOOK = 2;

/**
 * Runs an agent on typed input. The work after the run, which is the callback and the deletion of the user
 * and session that were created for it, is stored before the run begins.
 */
export async function triggerRun(
	runtime: Runtime,
	given: TriggerInput,
	count: (work: Promise<unknown>) => void,
): Promise<TriggerResult> {
	const asked = parseTriggerInput(given);
	const { platform, leaseMs } = runtime;
	const agent = await runtime.agents.get(asked.agentId);
	const input = checkInput(agent, asked);
	const { runId: chosen = uuidV7() } = asked;
	const isTaken = await isRunIdTaken(runtime, asked.runId);
	if (isTaken && asked.idempotencyKey === undefined) throw runExists(chosen);
	// A repeat gets the result of the first trigger. Its own job must not replace that of the first.
	const job = toJob(runtime, asked, isTaken ? uuidV7() : chosen);
	if (asked.signal?.aborted) throw asCancelled(asked.signal.reason);
	if (needsJob(job)) await enqueueTrigger(platform, job, Date.now() + FIRST_LOOK * leaseMs);
	const claim = await claimKey(runtime, asked, job);
	if (claim?.first) {
		if (needsJob(job)) await endTrigger(platform, job);
		return claim.first();
	}
	if (isTaken) {
		await claim?.release();
		if (needsJob(job)) await endTrigger(platform, job);
		throw runExists(chosen);
	}
	if (job.throwaway !== undefined)
		await platform.store.users.change({
			tenant: platform.tenant,
			userId: job.throwaway as UserId,
			change: {},
			at: Date.now(),
		});
	const { admitted, ended } = start(runtime, asked, job, input);
	const settled = settle(runtime, job, claim, ended, admitted);
	if (job.callbackUrl === undefined) return settled;
	count(settled);
	// The callback gets the outcome.
	settled.catch(() => {});
	if (!(await admitted)) await settled;
	const { runId, sessionId } = job;
	return { runId, sessionId, status: "pending", output: "", usage: noUsage() };
}

function checkInput(agent: Agent, { input }: CheckedTrigger): JsonObject {
	return agent.input ? agent.input.check(input, "input") : input;
}

function toJob({ platform }: Runtime, asked: CheckedTrigger, runId: string): TriggerJob {
	const { agentId, sessionId, userId, callbackUrl } = asked;
	const isThrowaway = sessionId === undefined && userId === undefined;
	return {
		agentId,
		runId,
		sessionId: sessionId ?? uuidV7(),
		...(isThrowaway && { throwaway: `trigger:${uuidV7()}` }),
		...(callbackUrl !== undefined && { callbackUrl: callbackOf(callbackUrl, platform.networkOfCallers) }),
	};
}

function callbackOf(url: string, policy: Parameters<typeof checkUrl>[1]): string {
	try {
		return checkUrl(url, policy).href;
	} catch (error) {
		if (!HoldfastError.isInstance(error)) throw error;
		const message = `callbackUrl: ${error.message.replace(/^url: /, "")}`;
		throw new HoldfastError(error.code, message, { ...error.fields, field: "callbackUrl" });
	}
}

interface Started {
	/** False if the run was rejected before anything was written. */
	admitted: Promise<boolean>;
	ended: Promise<RunResult>;
}

function start(runtime: Runtime, asked: CheckedTrigger, job: TriggerJob, input: JsonObject): Started {
	const { agentId, metadata, signal, sessionId } = asked;
	const userId = asked.userId ?? job.throwaway;
	const run: RunInput = {
		agentId,
		input: JSON.stringify(input),
		metadata,
		signal,
		// With a user and no session, messages of all their sessions are recalled, as in any run.
		...((sessionId !== undefined || job.throwaway !== undefined) && { sessionId: job.sessionId }),
		...(userId !== undefined && { userId }),
	};
	const { promise: admitted, resolve } = Promise.withResolvers<boolean>();
	const { runId, sessionId: generated } = job;
	const options = { runId, generated, streams: false, emit: () => {}, trigger: input };
	const ended = runtime.start(run, { ...options, admitted: () => resolve(true) });
	ended.catch(() => resolve(false));
	return { admitted, ended };
}

/** The work of this process after the run. If it fails, the job does it. */
async function settle(
	runtime: Runtime,
	job: TriggerJob,
	claim: Claim | undefined,
	ended: Promise<RunResult>,
	admitted: Promise<boolean>,
): Promise<TriggerResult> {
	const { platform } = runtime;
	let told: TriggerResult;
	try {
		const { events: _, recalled: __, ...result } = await ended;
		told = result;
	} catch (error) {
		if (!(await admitted)) {
			await claim?.release();
			await removeThrowaway(runtime, job);
			if (needsJob(job)) await endTrigger(platform, job);
			throw error;
		}
		await finish(runtime, job, claim, { error: toError(error) });
		throw error;
	}
	await finish(runtime, job, claim, { result: told });
	return told;
}

/** Never fails: it cannot change the outcome of the run. */
async function finish(
	runtime: Runtime,
	job: TriggerJob,
	claim: Claim | undefined,
	outcome: Outcome,
): Promise<void> {
	const { platform } = runtime;
	try {
		if (job.throwaway !== undefined) await claim?.keep(outcome);
		if (job.callbackUrl !== undefined) return await wakeTrigger(platform, job);
		if (job.throwaway === undefined) return;
		await removeThrowaway(runtime, job);
		await endTrigger(platform, job);
	} catch {
		// The store is unavailable: the job is due soon, and until then the run can be read.
	}
}

function toError(error: unknown) {
	const message = error instanceof Error ? error.message : String(error);
	if (!HoldfastError.isInstance(error)) return { code: "model_failed" as const, message };
	const { code, status } = error;
	return { code, message, ...(typeof status === "string" && { status }) };
}
