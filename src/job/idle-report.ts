import type { ErrorCode } from "../error/index.ts";
import { causeCode, type JobFailure, type Platform } from "../session/index.ts";

/** What `idle()` found when no work was left that is due. */
export interface IdleReport {
	/**
	 * Jobs that are not done because their last attempt failed: since this instance was opened, or in any process while
	 * `idle()` waited. Empty when everything was done.
	 */
	failed: FailedJob[];
}

/** A job whose last attempt failed. */
export interface FailedJob {
	jobId: string;
	/** `consolidate`, for example. */
	kind: string;
	/** `queued`: it is tried again later. `dead`: it was given up; `jobs.retry(jobId)` tries it again. */
	status: "queued" | "dead";
	attempts: number;
	/** The session it is about. */
	agentId?: string;
	userId?: string;
	sessionId?: string;
	/** Why it failed. */
	error: { code: ErrorCode; message: string };
}

/** The report of failures, with the names of their sessions. */
export async function toIdleReport(
	{ store, tenant }: Platform,
	failures: readonly JobFailure[],
): Promise<IdleReport> {
	const failed = await Promise.all(
		failures.map(async ({ id, kind, uid, status, attempts, error }): Promise<FailedJob> => {
			const session = uid === undefined ? undefined : await store.sessions.get({ uid, tenant });
			return {
				...{ jobId: id, kind, status, attempts },
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
