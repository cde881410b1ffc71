import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { keyText } from "../event/index.ts";
import {
	decodeCursor,
	encodeCursor,
	type Page,
	type PageOptions,
	type Platform,
	pageOptions,
} from "../session/index.ts";
import type { JobOutcome, JobRecord } from "../store/ports/index.ts";
import { BY_HAND } from "./job-failure.ts";

/** A background job. */
export interface Job {
	/** Id of the job. */
	id: string;
	/** What the job does, e.g. `consolidate` or `sweep`. */
	kind: string;
	/** `queued`: waiting. `running`: in progress. `dead`: failed permanently; `retry` tries it again. */
	status: JobRecord["status"];
	/** How many times the job was tried. */
	attempts: number;
	/** Why the last attempt failed. */
	error?: string;
	/** When the next attempt is due, as an ISO 8601 timestamp. */
	dueAt: string;
	/** When the job was created, as an ISO 8601 timestamp. */
	createdAt: string;
	/** The session that the job works on. */
	session?: { agentId: string; userId?: string; sessionId: string };
}

/** Background jobs: consolidation, triggers with a callback, sweeps. */
export interface Jobs {
	/** Lists jobs that wait, run or failed permanently, oldest first. */
	list(options?: PageOptions & { status?: JobRecord["status"] }): Promise<Page<Job>>;
	/** Retries a job now: one that failed permanently, or one that waits for its next attempt. */
	retry(id: string): Promise<void>;
	/** Deletes a job without running it. */
	drop(id: string): Promise<void>;
}

const listSchema = pageOptions.extend({ status: z.enum(["queued", "running", "dead"]).optional() });
const position = z.object({ createdAt: z.int(), id: z.string() });

const noJob = (id: string): HoldfastError =>
	new HoldfastError("not_found", `there is no job "${id}" that is waiting or failed permanently`, {
		jobId: id,
	});

export function createJobs(platform: Platform, nudge: () => void): Jobs {
	const settle = async (id: string, outcome: JobOutcome): Promise<void> => {
		const job = parse(keyText, id, "job id");
		if (
			!(await platform.store.work.settle({ tenant: platform.tenant, id: job, attempt: undefined, outcome }))
		)
			throw noJob(id);
	};
	return {
		async list(options = {}) {
			const { status, limit, cursor } = parse(listSchema, options, "list options");
			const after = cursor === undefined ? undefined : decodeCursor(position, cursor);
			const found = await platform.store.work.jobs({
				tenant: platform.tenant,
				limit: limit + 1,
				status,
				after,
			});
			const jobs = found.slice(0, limit);
			const last = jobs.at(-1);
			return {
				items: await Promise.all(jobs.map((job) => toJob(platform, job))),
				...(found.length > limit &&
					last && { next: encodeCursor({ createdAt: last.createdAt, id: last.id }) }),
			};
		},
		async retry(id) {
			await settle(id, { retry: { dueAt: Date.now(), error: BY_HAND } });
			nudge();
		},
		drop: (id) => settle(id, { done: true }),
	};
}

async function toJob({ store, tenant }: Platform, job: JobRecord): Promise<Job> {
	const session = job.uid === undefined ? undefined : await store.sessions.get({ uid: job.uid, tenant });
	return {
		id: job.id,
		kind: job.kind,
		status: job.status,
		attempts: job.attempts,
		...(job.error !== undefined && { error: job.error }),
		dueAt: new Date(job.dueAt).toISOString(),
		createdAt: new Date(job.createdAt).toISOString(),
		...(session && {
			session: {
				agentId: session.agentId,
				sessionId: session.sessionId,
				...(session.userId !== undefined && { userId: session.userId }),
			},
		}),
	};
}
