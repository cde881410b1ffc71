import type { SessionUid, TenantId } from "../../event/index.ts";
import type { JobDraft, JobRecord } from "./records.ts";

/** The result of an attempt at a job. */
export type JobOutcome =
	| { done: true }
	/** Done for now, and due again at `dueAt`. For recurring work. */
	| { again: { dueAt: number } }
	/** Done. A job with the same content and this id replaces it, with no attempts. */
	| { next: { id: string; dueAt: number } }
	/** Failed. It is repeated at `dueAt`. */
	| { retry: { dueAt: number; error: string } }
	/** Failed permanently. It stays as a dead letter for a person to see. */
	| { dead: { error: string } };

/** The waiting jobs of a tenant. */
export interface WaitingWork {
	/** The tenant. */
	tenant: TenantId;
	/** How many jobs are waiting. */
	jobs: number;
	/** When the oldest of them was due. */
	dueAt: number;
}

/** Which jobs to list. */
export interface JobQuery {
	/** The tenant. */
	tenant: TenantId;
	/** The maximum number of results. */
	limit: number;
	/** Only jobs with this status. */
	status?: JobRecord["status"] | undefined;
	/** The last item of the previous page. */
	after?: Pick<JobRecord, "createdAt" | "id"> | undefined;
	/** Only jobs that are due at this time. */
	dueBy?: number | undefined;
	/** Only jobs of this session. */
	uid?: SessionUid | undefined;
}

/** A job to store. */
export interface JobAddition {
	/** The tenant. */
	tenant: TenantId;
	/** The job. */
	job: JobDraft;
	/** The writer's clock, in milliseconds: the creation time of the job. */
	at: number;
	/** The session of the job. Default: none. */
	uid?: SessionUid | undefined;
}

/** Which jobs to claim. */
export interface JobClaim {
	/** The tenant. */
	tenant: TenantId;
	/** Only jobs of these kinds. */
	kinds: readonly string[];
	/** How long the claim lasts, in milliseconds from now. */
	aliveMs: number;
	/** The maximum number of results. */
	limit: number;
}

/** The extension of a claim. */
export interface JobRenewal {
	/** The tenant. */
	tenant: TenantId;
	/** The id of the job. */
	id: string;
	/** The attempt that holds the job. */
	attempt: number;
	/** How long the claim lasts, in milliseconds from now. */
	aliveMs: number;
}

/** The end of an attempt. */
export interface JobSettlement {
	/** The tenant. */
	tenant: TenantId;
	/** The id of the job. */
	id: string;
	/** The attempt that holds the job. Undefined: any, or none. */
	attempt: number | undefined;
	/** The result of the attempt. */
	outcome: JobOutcome;
}

/**
 * Background jobs. A claim expires by the store's clock: if its holder has not settled or renewed it by then,
 * another worker may claim the job. The number of attempts identifies the holder.
 */
export interface WorkPort {
	/** Jobs by creation time, oldest first. Ties are sorted by id. */
	jobs(query: JobQuery): Promise<JobRecord[]>;
	/** One job. Undefined if it does not exist: it was completed, dropped or erased. */
	job(tenant: TenantId, id: string): Promise<JobRecord | undefined>;
	/**
	 * Tenants with jobs that are due or whose claim has expired, longest wait first, at most `limit`. For
	 * workers and operators that serve all tenants. `capability_missing` if the store has access to one tenant
	 * only.
	 */
	waiting(limit: number): Promise<WaitingWork[]>;
	/**
	 * Stores a job, unless one with this id exists. Without `uid` it belongs to no session. With `uid` it is a
	 * job of that session, and is stored only if the session exists and has no other job of this kind,
	 * including dead letters. The session itself is not changed. Returns whether it was stored.
	 */
	enqueue(addition: JobAddition): Promise<boolean>;
	/**
	 * Claims up to `limit` jobs of these kinds that are due or whose claim has expired, oldest due time first.
	 * They become `running`, with one more attempt. No job is claimed twice. While a job of a session is
	 * claimed, no other job of the same kind and session is.
	 */
	claim(claim: JobClaim): Promise<JobRecord[]>;
	/** Extends a claim to `aliveMs` from now. False if this attempt no longer holds the job. */
	renew(renewal: JobRenewal): Promise<boolean>;
	/**
	 * Ends an attempt. False if this attempt no longer holds the job. With `attempt` undefined, it also settles
	 * a job that nobody holds.
	 */
	settle(settlement: JobSettlement): Promise<boolean>;
}
