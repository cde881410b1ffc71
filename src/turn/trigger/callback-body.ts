import { HoldfastError } from "../../error/index.ts";
import { awaitRun } from "../await-run.ts";
import type { Runtime } from "../turn.ts";
import type { TriggerJob } from "./trigger-job.ts";

const NEVER_BEGUN = {
	code: "unavailable",
	message: "the process died before the run began, or its session was deleted",
} as const;

/** The body of the callback for a run that has ended. `known`: whether the run exists. */
export async function callbackBody(
	runtime: Runtime,
	{ runId, sessionId, agentId }: TriggerJob,
	known: boolean,
	signal: AbortSignal,
): Promise<string> {
	const about = { runId, sessionId, agentId };
	const failed = (error: { code: string; message: string }): string =>
		JSON.stringify({ type: "run.failed", ...about, status: "failed", error });
	if (!known) return failed(NEVER_BEGUN);
	try {
		const { status, output, object, usage, mode, handover } = await awaitRun(runtime, runId, signal);
		return JSON.stringify({ type: "run.completed", ...about, status, output, object, mode, handover, usage });
	} catch (error) {
		if (!HoldfastError.isInstance(error)) throw error;
		const { code, message, status } = error;
		// This is not how the run ended, but why that cannot be read now.
		if (status === undefined && code !== "not_found") throw error;
		if (status === undefined || status === "failed") return failed({ code, message });
		return JSON.stringify({ type: "run.cancelled", ...about, status, error: { code, message } });
	}
}
