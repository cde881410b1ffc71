import { HoldfastError } from "../error/index.ts";
import type { JobFailure } from "../session/index.ts";
import type { JobOutcome, JobRecord } from "../store/ports/index.ts";
import { retryDelay } from "./retry-delay.ts";

const MAX_ERROR = 10_000;
const MAX_ATTEMPTS = 8;

/** What a job says that did not fail: somebody stopped it, or wants it done again. It is due at once. */
const INTERRUPTED = "interrupted";
export const BY_HAND = "tried again by hand";

/** Interrupted work is due again at once; what failed waits longer each time, and is given up in the end. */
export function outcomeOf(error: unknown, { attempts }: JobRecord, signal: AbortSignal): JobOutcome {
	const message = storable(error instanceof Error ? error.message : String(error));
	if (signal.aborted) return { retry: { dueAt: Date.now(), error: INTERRUPTED } };
	if (attempts >= MAX_ATTEMPTS || isHopeless(error)) return { dead: { error: message } };
	return { retry: { dueAt: Date.now() + retryDelay(attempts), error: message } };
}

/** The words of others may be anything; what no store could keep would keep the job from ever being settled. */
const storable = (message: string): string =>
	message.slice(0, MAX_ERROR).replaceAll("\0", "\ufffd").toWellFormed();

/** Trying again would give the same. */
const isHopeless = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && ["invalid", "forbidden", "capability_missing"].includes(error.code);

/** Whether the last attempt at a job failed, in whichever process. */
export function hasFailed({ status, error }: JobRecord): boolean {
	if (status === "queued") return error !== undefined && error !== INTERRUPTED && error !== BY_HAND;
	return status === "dead";
}

/** `cause`: what the attempt threw, where this process knows it. Stores keep the message alone. */
export function toFailure(job: JobRecord, cause: unknown): JobFailure {
	const { id, kind, uid, attempts, dueAt } = job;
	return {
		...{ id, kind, uid, attempts, dueAt },
		status: job.status === "dead" ? "dead" : "queued",
		error: cause ?? new Error(job.error ?? "it has not been begun"),
	};
}
