import { type ErrorCode, HoldfastError } from "../error/index.ts";
import { decodeEvent } from "../event/index.ts";
import { isOpen, type RunRecord } from "../store/ports/index.ts";
import { closeDeadRun } from "./close-runs.ts";
import { emptyRecall } from "./context/recalled.ts";
import { noUsage } from "./model-loop.ts";
import { objectOf } from "./result-object.ts";
import { toRun } from "./run.ts";
import type { RunResult } from "./run-input.ts";
import type { Runtime } from "./turn.ts";
import { untilAborted } from "./until-aborted.ts";

/** Waits for the end of a run that was started earlier, and returns its result. */
export async function awaitRun(runtime: Runtime, runId: string, signal: AbortSignal): Promise<RunResult> {
	const { store, tenant } = runtime.platform;
	for (;;) {
		const run = await store.runs.get(tenant, runId);
		if (!run) throw new HoldfastError("not_found", `run "${runId}" was deleted`, { runId });
		if (!isOpen(run.status)) return resultOf(runtime, run);
		if (run.expired) await closeDeadRun(runtime.platform, run);
		else await untilChanged(runtime, run, signal);
	}
}

/** Waits for the next commit to the session, at most a third of a lease. */
async function untilChanged(runtime: Runtime, run: RunRecord, signal: AbortSignal): Promise<void> {
	const { store, tenant } = runtime.platform;
	const { promise, resolve } = Promise.withResolvers<void>();
	const unwatch = store.log.watch({ uid: run.uid, tenant }, resolve);
	const timer = setTimeout(resolve, runtime.leaseMs / 3);
	try {
		// A commit from before the watch does not trigger it.
		const now = await store.runs.get(tenant, run.id);
		if (now && isOpen(now.status)) await untilAborted(signal, () => promise);
	} finally {
		clearTimeout(timer);
		unwatch();
	}
}

async function resultOf(runtime: Runtime, record: RunRecord): Promise<RunResult> {
	const { platform } = runtime;
	const run = await toRun(platform, record);
	const { status, error, sessionId } = run;
	if (status !== "completed") {
		const about = { runId: run.id, sessionId, status };
		const code = status === "failed" ? ((error?.code ?? "model_failed") as ErrorCode) : "cancelled";
		throw new HoldfastError(code, error?.message ?? `the run was ${status}`, about);
	}
	const query = {
		after: (record.inputOffset ?? 0) - 1,
		before: (record.endOffset ?? 0) + 1,
		limit: 10_000,
		runId: run.id,
	};
	const page = await platform.store.log.read({ uid: record.uid, tenant: record.tenant }, query);
	const events = page?.events.map(({ offset, body }) => decodeEvent(offset, body)) ?? [];
	return {
		runId: run.id,
		sessionId,
		status,
		output: run.output ?? "",
		...(run.mode ? { mode: run.mode } : objectOf(events)),
		...(run.handover && { handover: run.handover }),
		usage: run.usage ?? noUsage(),
		events,
		recalled: run.recalled ?? emptyRecall(),
	};
}
