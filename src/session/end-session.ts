import { z } from "zod";
import { type ErrorCode, HoldfastError, parse } from "../error/index.ts";
import { uuidV7 } from "../event/index.ts";
import { noSession, type SessionRecord, type SessionTarget } from "../store/ports/index.ts";
import { CONSOLIDATE, isConflict } from "./change-session.ts";
import { systemEvent } from "./draft-events.ts";
import type { JobFailure } from "./memory-door.ts";
import type { Platform } from "./platform.ts";
import { writeExisting } from "./write-session.ts";

/** No session has more jobs. */
const MOST_JOBS = 1_000;

const endSchema = z.strictObject({ wait: z.boolean().default(false) }).default({ wait: false });

/**
 * Ends the session and queues its consolidation. Ending twice is harmless, and the next append reopens the session.
 * With `wait`, resolves when the consolidation is done and rejects when an attempt fails.
 */
export async function endSession(
	platform: Platform,
	target: SessionTarget,
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
		await writeExisting(platform, target, parts, now);
	} catch (error) {
		if (!isConflict(error, "open")) throw error;
		isNew = false;
	}
	platform.memory.nudge();
	if (!wait) return;
	for (const id of isNew ? [jobId] : await findJobs(platform, target)) {
		const failure = await platform.memory.settled(id);
		if (failure) throw notLearned(await find(platform, target), failure);
	}
}

async function find({ store }: Platform, target: SessionTarget): Promise<SessionRecord> {
	const session = await store.sessions.get(target);
	if (session) return session;
	throw noSession(target);
}

/** Unfinished jobs that an earlier `end` of this session has queued. */
async function findJobs(platform: Platform, target: SessionTarget): Promise<string[]> {
	const { store, tenant } = platform;
	const session = await find(platform, target);
	const jobs = await store.work.jobs({ tenant, uid: session.uid, limit: MOST_JOBS });
	return jobs
		.filter(({ kind }) => kind === CONSOLIDATE)
		.filter(({ status, createdAt }) => status !== "dead" || createdAt >= (session.endedAt ?? 0))
		.map(({ id }) => id);
}

/** The error for a session that has ended, but whose consolidation failed. */
function notLearned({ sessionId, agentId, userId }: SessionRecord, failure: JobFailure): HoldfastError {
	const { id: jobId, status, attempts, dueAt, error } = failure;
	const cause = error instanceof Error ? error.message : String(error);
	const why = attempts === 0 ? "its consolidation has not started" : "its consolidation failed";
	const next =
		status === "dead"
			? `It failed permanently after ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}: fix the cause, then retry job ${jobId}`
			: `It is retried in the background, next at ${new Date(dueAt).toISOString()}; to run it now, retry job ${jobId}`;
	return new HoldfastError(
		causeCode(error) === "model_failed" ? "model_failed" : "unavailable",
		`session "${sessionId}" has ended, but ${why}: ${withStop(cause)} ${next}`,
		{
			jobId,
			sessionId,
			agentId,
			...(userId !== undefined && { userId }),
			attempts,
			jobStatus: status,
			...(status === "queued" && { retryAt: new Date(dueAt).toISOString() }),
		},
		// Ending the session again would not help: the job is retried by itself.
		{ cause: error, retryable: false },
	);
}

const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The code for a failed job. A failing embedder is not `model_failed`, because the model that answers works. */
export function causeCode(error: unknown): ErrorCode {
	if (!HoldfastError.isInstance(error)) return "unavailable";
	return error.code === "model_failed" && error.task === "embedding" ? "unavailable" : error.code;
}
