import type { AgentId, SessionUid, TenantId, UserId } from "../../event/index.ts";
import type { SessionTarget } from "./records.ts";

/**
 * What is to go: one session, everything of a user, everything of an agent, or the whole tenant. With a session go
 * those that exist on its behalf, whosever they are.
 */
export type ErasureScope =
	| { tenant: TenantId; session: SessionUid }
	| { tenant: TenantId; user: UserId }
	| { tenant: TenantId; agent: AgentId }
	| { tenant: TenantId; everything: true };

/** How many records of each sort. */
export interface ErasureCounts {
	sessions: number;
	events: number;
	/** State keys, of any scope. */
	state: number;
	users: number;
	/** Idempotency records. */
	keys: number;
	/** Entries of the keyword index. */
	terms: number;
	jobs: number;
	deliveries: number;
	runs: number;
	spans: number;
}

export interface ErasurePort {
	/** Removes everything in the scope; large scopes in several steps, each atomic. Returns what went. */
	erase(scope: ErasureScope): Promise<ErasureCounts>;
	/** Counts what the scope still holds. */
	count(scope: ErasureScope): Promise<ErasureCounts>;
	/**
	 * Rewrites the engine's files where erased content may have left traces in unused space. May take long and hold
	 * up writers; engines without such files have nothing to do.
	 */
	compact(): Promise<void>;
	/**
	 * Replaces the bodies of these events and drops their state deltas; the session's own state becomes what the log
	 * says without them. Returns how many events there were.
	 */
	blank(target: SessionTarget, offsets: readonly number[], blank: (body: string) => string): Promise<number>;
}
