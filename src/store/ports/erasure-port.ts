import type { AgentId, SessionUid, TenantId, UserId } from "../../event/index.ts";
import type { SessionTarget } from "./records.ts";

/**
 * What to erase:
 *
 * - `session`: one session.
 * - `user`: everything of a user.
 * - `slice`: a user's sessions and facts with one agent. The user and their `user:` state stay.
 * - `space`: the facts of a space.
 * - `agent`: everything of an agent, including the facts of its own space, but not those of shared spaces.
 * - `everything`: the whole tenant.
 *
 * A session is erased together with its child sessions, of any user.
 */
export type ErasureScope =
	| { tenant: TenantId; session: SessionUid }
	| { tenant: TenantId; user: UserId }
	| { tenant: TenantId; slice: { agent: AgentId; user: UserId; space: string } }
	| { tenant: TenantId; space: string }
	| { tenant: TenantId; agent: AgentId }
	| { tenant: TenantId; everything: true };

/** The number of records of each kind. */
export interface ErasureCounts {
	/** Sessions. */
	sessions: number;
	/** Events in logs. */
	events: number;
	/** State keys of any scope. */
	state: number;
	/** Users. */
	users: number;
	/**
	 * Idempotency records and documents: those of sessions, of an agent, and for a whole tenant all documents
	 * with content.
	 */
	keys: number;
	/** Facts. */
	facts: number;
	/** Entries of the keyword index, for messages and facts. */
	terms: number;
	/** Vectors of messages and facts. */
	vectors: number;
	/** Background jobs. */
	jobs: number;
	/** Deliveries to webhooks. */
	deliveries: number;
	/** Runs. */
	runs: number;
	/** Spans of runs. */
	spans: number;
}

/** Deletes data and counts what is left. */
export interface ErasurePort {
	/**
	 * Deletes everything in the scope and returns the counts. Large scopes are deleted in several steps, each
	 * atomic.
	 */
	erase(scope: ErasureScope): Promise<ErasureCounts>;
	/** Counts what is left in the scope. */
	count(scope: ErasureScope): Promise<ErasureCounts>;
	/**
	 * Rewrites the files of the database if deleted content may have left traces in unused space. May take long
	 * and block writers. Databases without such files do nothing.
	 */
	compact(): Promise<void>;
	/**
	 * Replaces the bodies of these events and drops their state deltas. The session's own state is rebuilt from
	 * the log without them. Deletes the session's index, which is rebuilt later, and its documents with
	 * content. Returns how many events there were.
	 */
	blank(target: SessionTarget, offsets: readonly number[], blank: (body: string) => string): Promise<number>;
}
