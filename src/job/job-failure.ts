import { HoldfastError } from "../error/index.ts";
import type { JobFailure } from "../session/index.ts";
import type { JobOutcome, JobRecord } from "../store/ports/index.ts";
import { retryDelay } from "./retry-delay.ts";

const MAX_ERROR = 10_000;
const MAX_ATTEMPTS = 8;

/** The error text of a job that was stopped by closing. It did not fail, and is due immediately. */
const INTERRUPTED = "interrupted";
export const BY_HAND = "tried again by hand";

/** Interrupted jobs are due again immediately. Failed jobs wait longer each time and fail permanently in the end. */
export function outcomeOf(error: unknown, { attempts }: JobRecord, signal: AbortSignal): JobOutcome {
	const message = storable(error instanceof Error ? error.message : String(error));
	if (signal.aborted) return { retry: { dueAt: Date.now(), error: INTERRUPTED } };
	if (attempts >= MAX_ATTEMPTS || isHopeless(error)) return { dead: { error: message } };
	return { retry: { dueAt: Date.now() + retryDelay(attempts), error: message } };
}

/** Error texts can contain anything. Text that a store cannot hold would prevent the job from being settled. */
const storable = (message: string): string =>
	message.slice(0, MAX_ERROR).replaceAll("\0", "\ufffd").toWellFormed();

/** Whether another attempt would fail the same way. */
const isHopeless = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && ["invalid", "forbidden", "capability_missing"].includes(error.code);

/** Whether the last attempt at a job failed, in any process. */
export function hasFailed({ status, error }: JobRecord): boolean {
	if (status === "queued") return error !== undefined && error !== INTERRUPTED && error !== BY_HAND;
	return status === "dead";
}

/** `cause`: the error that the attempt threw, if it ran in this process. Stores only keep the message. */
export function toFailure(job: JobRecord, cause: unknown): JobFailure {
	const { id, kind, uid, attempts, dueAt } = job;
	return {
		id,
		kind,
		uid,
		attempts,
		dueAt,
		status: job.status === "dead" ? "dead" : "queued",
		error: cause ?? new Error(job.error ?? "it has not started"),
	};
}
