import type { TenantId } from "../../event/index.ts";
import type { JobDraft, JobRecord } from "./records.ts";

/** How an attempt at a job ended. */
export type JobOutcome =
	| { done: true }
	/** Done for now: due again at `dueAt`. For work that never ends. */
	| { again: { dueAt: number } }
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

/**
 * Durable work that appends have asked for. A job is claimed for a time by the store's clock; if nobody settles or renews
 * it until then, whoever held it is gone and another may claim it. The number of attempts is the token of the holder.
 */
export interface WorkPort {
	/** Jobs of a tenant, oldest first. */
	jobs(tenant: TenantId, limit: number, status?: JobRecord["status"]): Promise<JobRecord[]>;
	/**
	 * Tenants with jobs that are due or whose holder is gone, those that wait longest first, at most `limit`: for workers and
	 * people who serve all tenants. `capability_missing` where the store may not look beyond one tenant.
	 */
	waiting(limit: number): Promise<WaitingWork[]>;
	/** Stores a job of no session, unless there is one of this id. */
	enqueue(tenant: TenantId, job: JobDraft, at: number): Promise<boolean>;
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
