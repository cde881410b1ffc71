import { z } from "zod";
import { type ErrorCode, HoldfastError, parse } from "../error/index.ts";
import { uuidV7 } from "../event/index.ts";
import { noSession, type SessionName } from "../store/ports/index.ts";
import { CONSOLIDATE, isConflict } from "./change-session.ts";
import { systemEvent } from "./draft-events.ts";
import type { JobFailure } from "./memory-door.ts";
import type { Platform } from "./platform.ts";
import { writeExisting } from "./write-session.ts";

/** No session has more jobs. */
const MOST_JOBS = 1_000;

const endSchema = z.strictObject({ wait: z.boolean().default(false) }).default({ wait: false });

/**
 * Closes the session and queues its consolidation. Ending twice is harmless; the next append reopens it. With `wait` it
 * resolves when the consolidation is done, and rejects when an attempt at it failed.
 */
export async function endSession(
	platform: Platform,
	name: SessionName,
	options?: { wait?: boolean },
): Promise<void> {
	const { wait } = parse(endSchema, options, "end options");
	const now = Date.now();
	const jobId = uuidV7(now);
	const parts = {
		events: [systemEvent("session", { change: "ended" }, now)],
		reopen: undefined,
		patch: { endedAt: now },
		jobs: [{ id: jobId, kind: CONSOLIDATE, payload: {}, dueAt: now, replaces: true as const }],
		require: { open: true as const },
	};
	let isNew = true;
	try {
		await writeExisting(platform, { name }, parts, now);
	} catch (error) {
		if (!isConflict(error, "open")) throw error;
		isNew = false;
	}
	platform.memory.nudge();
	if (!wait) return;
	for (const id of isNew ? [jobId] : await findJobs(platform, name)) {
		const failure = await platform.memory.settled(id);
		if (failure) throw notLearned(name, failure);
	}
}

/** The jobs that an earlier `end` of this session has queued and that are not done. */
async function findJobs({ store, tenant }: Platform, name: SessionName): Promise<string[]> {
	const session = await store.sessions.get({ name });
	if (!session) throw noSession({ name });
	const jobs = await store.work.jobs({ tenant, uid: session.uid, limit: MOST_JOBS });
	return jobs
		.filter(({ kind }) => kind === CONSOLIDATE)
		.filter(({ status, createdAt }) => status !== "dead" || createdAt >= (session.endedAt ?? 0))
		.map(({ id }) => id);
}

/** What is said when a session has ended and nothing was learned from it. */
function notLearned({ sessionId, agentId, userId }: SessionName, failure: JobFailure): HoldfastError {
	const { id: jobId, status, attempts, dueAt, error } = failure;
	const cause = error instanceof Error ? error.message : String(error);
	const why = attempts === 0 ? "consolidation has not begun" : "consolidation failed";
	const next =
		status === "dead"
			? `It was given up after ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}: remove the cause, then retry job ${jobId}`
			: `It is tried again in the background, next at ${new Date(dueAt).toISOString()}; to try it now, retry job ${jobId}`;
	return new HoldfastError(
		causeCode(error) === "model_failed" ? "model_failed" : "unavailable",
		`session "${sessionId}" has ended, but nothing was learned from it: ${why}: ${withStop(cause)} ${next}`,
		{
			...{ jobId, sessionId, agentId, ...(userId !== undefined && { userId }), attempts, jobStatus: status },
			...(status === "queued" && { retryAt: new Date(dueAt).toISOString() }),
		},
		// Ending it again ends nothing: the job is what is tried again, and that happens by itself.
		{ cause: error, retryable: false },
	);
}

const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What went wrong with a job. Trouble with the embedder is no failure of a model that answers. */
export function causeCode(error: unknown): ErrorCode {
	if (!HoldfastError.isInstance(error)) return "unavailable";
	return error.code === "model_failed" && error.task === "embedding" ? "unavailable" : error.code;
}
