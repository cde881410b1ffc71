import { HoldfastError } from "../error/index.ts";
import { uuidV7 } from "../event/index.ts";
import type { RunRecord } from "../store/ports/index.ts";
import { idempotencyOf } from "./run-events.ts";
import { type RunInput, runIdText } from "./run-input.ts";
import type { Runtime } from "./turn.ts";

/** The id that the caller chose, or a generated one. An invalid id is rejected with the rest of the input. */
export function chooseRunId(input: { readonly runId?: unknown } | null | undefined): string {
	const chosen = runIdText.safeParse(input?.runId);
	return chosen.success ? chosen.data : uuidV7();
}

export const runExists = (runId: string): HoldfastError =>
	new HoldfastError("conflict", `run "${runId}" already exists`, { precondition: "runId", runId });

/** Whether the id that a caller chose belongs to another run, in this process or in the store. */
export async function isRunIdTaken(
	{ platform: { store, tenant }, active }: Runtime,
	runId: string | undefined,
): Promise<boolean> {
	if (runId === undefined) return false;
	return active.has(runId) || (await store.runs.get(tenant, runId)) !== undefined;
}

/** Rejects the id that a caller chose if a run has it. */
export async function checkRunId(runtime: Runtime, runId: string | undefined): Promise<void> {
	if (runId !== undefined && (await isRunIdTaken(runtime, runId))) throw runExists(runId);
}

/**
 * The id for this attempt: the chosen one, or a generated one. A repeat with the same idempotency key gets
 * another id, and then the result of the first run.
 */
export async function takeRunId(runtime: Runtime, input: RunInput, generated: string): Promise<string> {
	const { runId } = input;
	if (runId === undefined) return uuidV7();
	if (!(await isRunIdTaken(runtime, runId))) return runId;
	const { store, tenant } = runtime.platform;
	const found = await store.runs.get(tenant, runId);
	if (found && isRepeat(found, input, generated)) return uuidV7();
	throw runExists(runId);
}

/** Keys are per session. */
const isRepeat = (run: RunRecord, input: RunInput, generated: string): boolean =>
	input.idempotencyKey !== undefined &&
	idempotencyOf(run)?.key === input.idempotencyKey &&
	run.agentId === input.agentId &&
	run.userId === input.userId &&
	run.sessionId === (input.sessionId ?? generated);
