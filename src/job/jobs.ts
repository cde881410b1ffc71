import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { keyText } from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import type { JobRecord } from "../store/ports/index.ts";

/** Work that is done behind the answers. */
export interface Job {
	id: string;
	kind: string;
	/** `dead`: given up after many attempts; `retry` tries it again. */
	status: JobRecord["status"];
	attempts: number;
	/** Why the last attempt failed. */
	error?: string;
	dueAt: string;
	createdAt: string;
	/** The session it is about. */
	session?: { agentId: string; userId?: string; sessionId: string };
}

export interface Jobs {
	/** What is to be done and what was given up, oldest first. */
	list(options?: { status?: JobRecord["status"]; limit?: number }): Promise<Job[]>;
	/** Tries a job again now that was given up, or that waits for its next attempt. */
	retry(id: string): Promise<void>;
	/** Drops a job for good. */
	drop(id: string): Promise<void>;
}

const listSchema = z.strictObject({
	status: z.enum(["queued", "running", "dead"]).optional(),
	limit: z.int().min(1).max(1_000).default(100),
});

const noJob = (id: string): HoldfastError =>
	new HoldfastError("not_found", `there is no job "${id}" that waits or was given up`, { jobId: id });

export function createJobs(platform: Platform, nudge: () => void): Jobs {
	const settle = async (
		id: string,
		outcome: Parameters<typeof platform.store.work.settle>[3],
	): Promise<void> => {
		const job = parse(keyText, id, "job id");
		if (!(await platform.store.work.settle(platform.tenant, job, undefined, outcome))) throw noJob(id);
	};
	return {
		async list(options = {}) {
			const { status, limit } = parse(listSchema, options, "list options");
			const jobs = await platform.store.work.jobs(platform.tenant, limit, status);
			return Promise.all(jobs.map((job) => toJob(platform, job)));
		},
		async retry(id) {
			await settle(id, { retry: { dueAt: Date.now(), error: "tried again by hand" } });
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
