import type { ErrorCode } from "../error/index.ts";
import { causeCode, type JobFailure, type Platform } from "../session/index.ts";

/** The result of `idle()`. */
export interface IdleReport {
	/**
	 * Jobs whose last attempt failed: since this instance was opened, or in any process while `idle()` waited.
	 * Empty if everything succeeded.
	 */
	failed: FailedJob[];
}

/** A job whose last attempt failed. */
export interface FailedJob {
	/** Id of the job. */
	jobId: string;
	/** Kind of the job, e.g. `consolidate`. */
	kind: string;
	/** `queued`: it is retried later. `dead`: it failed permanently; `jobs.retry(jobId)` tries it again. */
	status: "queued" | "dead";
	/** How many times the job was tried. */
	attempts: number;
	/** The agent of the job's session. */
	agentId?: string;
	/** The user of the job's session. */
	userId?: string;
	/** The job's session. */
	sessionId?: string;
	/** Why the last attempt failed. */
	error: { code: ErrorCode; message: string };
}

/** Creates the report, with the names of the jobs' sessions. */
export async function toIdleReport(
	{ store, tenant }: Platform,
	failures: readonly JobFailure[],
): Promise<IdleReport> {
	const failed = await Promise.all(
		failures.map(async ({ id, kind, uid, status, attempts, error }): Promise<FailedJob> => {
			const session = uid === undefined ? undefined : await store.sessions.get({ uid, tenant });
			return {
				jobId: id,
				kind,
				status,
				attempts,
				...(session && { agentId: session.agentId, sessionId: session.sessionId }),
				...(session?.userId !== undefined && { userId: session.userId }),
				error: {
					code: causeCode(error),
					message: error instanceof Error ? error.message : String(error),
				},
			};
		}),
	);
	return { failed };
}
