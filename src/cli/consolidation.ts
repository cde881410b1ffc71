import { HoldfastError } from "../error/index.ts";
import type { Holdfast } from "../interface.ts";
import type { Job } from "../job/index.ts";
import type { Session } from "../session/index.ts";

/** Whether facts were extracted from a session. */
export interface Consolidation {
	/**
	 * `open`: the session has not ended; its newest messages are read later. `waiting`, `running`: a job is queued or at
	 * work. `failed`: an attempt failed, and another one follows. `dead`: failed permanently. `done`: complete, as far as
	 * is known: keys that may not see jobs do not see failures.
	 */
	status: "open" | "waiting" | "running" | "failed" | "dead" | "done";
	job?: Job;
	/** Why consolidation failed, as reported when the session was ended. */
	error?: string;
}

/** The maximum of one request. */
const MAX_JOBS = 1_000;

const keyOf = ({ agentId, userId, sessionId }: Pick<Session, "agentId" | "userId" | "sessionId">): string =>
	JSON.stringify([agentId, userId ?? null, sessionId]);

/** Returns a function that gives the consolidation status of a session. Requests the jobs once. */
export async function readConsolidations(hf: Holdfast): Promise<(session: Session) => Consolidation> {
	const jobs = new Map<string, Job>();
	for (const one of await readJobs(hf))
		if (one.kind === "consolidate" && one.session) jobs.set(keyOf(one.session), one);
	return (session) => {
		const found = jobs.get(keyOf(session));
		const status = found ? statusOf(found) : "done";
		const job = found && { job: found };
		if (session.endedAt !== undefined || !["waiting", "done"].includes(status)) return { status, ...job };
		// An open session is consolidated when it has been quiet for a while.
		return { status: (session.consolidatedTo ?? 0) < session.head ? "open" : "done", ...job };
	};
}

/** Whether a session was ended, but its consolidation failed. */
export const isNotLearned = (error: unknown): error is HoldfastError =>
	HoldfastError.isInstance(error) && typeof error.jobId === "string" && typeof error.jobStatus === "string";

/** The consolidation status of such an error, which is available also to keys that may not see jobs. */
export const failedConsolidation = ({ jobStatus, message }: HoldfastError): Consolidation => ({
	status: jobStatus === "dead" ? "dead" : "failed",
	error: message,
});

function statusOf({ status, error }: Job): Consolidation["status"] {
	if (status !== "queued") return status;
	return error === undefined ? "waiting" : "failed";
}

/** Jobs are for administrators. Other keys see only what the sessions contain. */
async function readJobs(hf: Holdfast): Promise<Job[]> {
	try {
		return (await hf.jobs.list({ limit: MAX_JOBS })).items;
	} catch (error) {
		if (HoldfastError.isInstance(error) && error.code === "forbidden") return [];
		throw error;
	}
}

const TEXTS: Readonly<Record<Consolidation["status"], string>> = {
	open: "not yet",
	waiting: "waiting",
	running: "running",
	failed: "failed, retrying",
	dead: "failed permanently",
	done: "done",
};

export const consolidationText = ({ status }: Consolidation): string => TEXTS[status];
