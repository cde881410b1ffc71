import type { SessionUid, TenantId } from "../../event/index.ts";
import type { JobDraft, JobRecord } from "./records.ts";

/** How an attempt at a job ended. */
export type JobOutcome =
	| { done: true }
	/** Done for now: due again at `dueAt`. For work that never ends. */
	| { again: { dueAt: number } }
	/** Done; a job like it, with this id, takes its place. It begins with no attempts. */
	| { next: { id: string; dueAt: number } }
	/** Tried again at `dueAt`. */
	| { retry: { dueAt: number; error: string } }
	/** Given up: stays as a dead letter for a person to see. */
	| { dead: { error: string } };

/** How much work of a tenant waits, and since when. */
export interface WaitingWork {
	tenant: TenantId;
	jobs: number;
	/** When the oldest of them was due. */
	dueAt: number;
}

/** Which jobs. */
export interface JobQuery {
	tenant: TenantId;
	limit: number;
	status?: JobRecord["status"] | undefined;
	/** Those after this one. */
	after?: Pick<JobRecord, "createdAt" | "id"> | undefined;
	/** Those that are due at this time, or were before. */
	dueBy?: number | undefined;
	/** Those of this session. */
	uid?: SessionUid | undefined;
}

/**
 * Durable work that appends have asked for. A job is claimed for a time by the store's clock; if nobody settles or renews
 * it until then, whoever held it is gone and another may claim it. The number of attempts is the token of the holder.
 */
export interface WorkPort {
	/** Jobs by the time of their making, oldest first, ties by id. */
	jobs(query: JobQuery): Promise<JobRecord[]>;
	/** One job; undefined when there is none of this id: it was done, dropped or erased. */
	job(tenant: TenantId, id: string): Promise<JobRecord | undefined>;
	/**
	 * Tenants with jobs that are due or whose holder is gone, those that wait longest first, at most `limit`: for workers and
	 * people who serve all tenants. `capability_missing` where the store may not look beyond one tenant.
	 */
	waiting(limit: number): Promise<WaitingWork[]>;
	/**
	 * Stores a job of no session, unless there is one with this id. With `uid` it is a job of that session, and is stored only
	 * if the session exists and has no other job of this kind, given up or not. The session itself is not changed.
	 */
	enqueue(tenant: TenantId, job: JobDraft, at: number, uid?: SessionUid): Promise<boolean>;
	/**
	 * Takes up to `limit` jobs of these kinds that are due, or whose holder is gone, oldest due first: they are `running`,
	 * with one attempt more. No job is given to two. Of one session, no job while another of the same kind is held.
	 */
	claim(tenant: TenantId, kinds: readonly string[], aliveMs: number, limit: number): Promise<JobRecord[]>;
	/** Keeps a job for so long from now; false when it is not held in this attempt any more. */
	renew(tenant: TenantId, id: string, attempt: number, aliveMs: number): Promise<boolean>;
	/** Ends an attempt; false when it is not held in this attempt any more. `attempt` undefined: also one that nobody holds. */
	settle(tenant: TenantId, id: string, attempt: number | undefined, outcome: JobOutcome): Promise<boolean>;
}
