import { z } from "zod";
import { HoldfastError } from "../error/index.ts";
import type { Holdfast } from "../interface.ts";
import type { Job } from "../job/index.ts";
import { job } from "../server/resources/shapes.ts";
import type { Session } from "../session/index.ts";

/** Whether facts were made of a session. */
export interface Consolidation {
	/**
	 * `open`: it has not ended, and its newest messages are read later. `waiting`, `running`: they are being made. `failed`: an attempt failed, the next one
	 * waits. `dead`: given up. `done`: made, as far as is known: keys that may not see jobs are not told of failures.
	 */
	status: "open" | "waiting" | "running" | "failed" | "dead" | "done";
	job?: Job;
	/** Why facts were not made, as ending the session said it. */
	error?: string;
}

export const consolidationShape = z
	.object({
		status: z.enum(["open", "waiting", "running", "failed", "dead", "done"]),
		job: job.optional(),
		error: z.string().optional(),
	})
	.meta({ id: "Consolidation", description: "Whether facts were made of a session" });

/** As many as can be asked for. */
const MAX_JOBS = 1_000;

const keyOf = ({ agentId, userId, sessionId }: Pick<Session, "agentId" | "userId" | "sessionId">): string =>
	JSON.stringify([agentId, userId ?? null, sessionId]);

/** Tells of sessions whether facts were made of them. Asks for the jobs once. */
export async function readConsolidations(hf: Holdfast): Promise<(session: Session) => Consolidation> {
	const jobs = new Map<string, Job>();
	for (const one of await readJobs(hf))
		if (one.kind === "consolidate" && one.session) jobs.set(keyOf(one.session), one);
	return (session) => {
		const found = jobs.get(keyOf(session));
		const status = found ? statusOf(found) : "done";
		const job = found && { job: found };
		if (session.endedAt !== undefined || !["waiting", "done"].includes(status)) return { status, ...job };
		// Facts of an open session are made when it was quiet for a while.
		return { status: (session.consolidatedTo ?? 0) < session.head ? "open" : "done", ...job };
	};
}

/** Whether ending a session worked, and making facts of it did not. */
export const isNotLearned = (error: unknown): error is HoldfastError =>
	HoldfastError.isInstance(error) && typeof error.jobId === "string" && typeof error.jobStatus === "string";

/** What such an error says: also to those who may not see jobs. */
export const failedConsolidation = ({ jobStatus, message }: HoldfastError): Consolidation => ({
	status: jobStatus === "dead" ? "dead" : "failed",
	error: message,
});

function statusOf({ status, error }: Job): Consolidation["status"] {
	if (status !== "queued") return status;
	return error === undefined ? "waiting" : "failed";
}

/** Jobs are for administrators: who may only read is told what sessions say. */
async function readJobs(hf: Holdfast): Promise<Job[]> {
	try {
		return (await hf.jobs.list({ limit: MAX_JOBS })).items;
	} catch (error) {
		if (HoldfastError.isInstance(error) && error.code === "forbidden") return [];
		throw error;
	}
}

const TEXTS: Readonly<Record<Consolidation["status"], string>> = {
	open: "not consolidated yet",
	waiting: "waits to be consolidated",
	running: "is being consolidated",
	failed: "consolidation failed",
	dead: "consolidation given up",
	done: "consolidated",
};

export const consolidationText = ({ status }: Consolidation): string => TEXTS[status];
