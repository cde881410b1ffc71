import type { AgentId, SessionUid, TenantId, UserId } from "../../event/index.ts";
import type { SessionTarget } from "./records.ts";

/**
 * What is to go: one session, everything of a user, a user's sessions and facts with one agent (its `user:` state stays,
 * as does the user), everything of an agent (with the facts of its own space, not those of spaces that it shares), the
 * facts of a space, or the whole tenant. With a session go those that exist on its behalf, whosever they are.
 */
export type ErasureScope =
	| { tenant: TenantId; session: SessionUid }
	| { tenant: TenantId; user: UserId }
	| { tenant: TenantId; slice: { agent: AgentId; user: UserId; space: string } }
	| { tenant: TenantId; space: string }
	| { tenant: TenantId; agent: AgentId }
	| { tenant: TenantId; everything: true };

/** How many records of each sort. */
export interface ErasureCounts {
	sessions: number;
	events: number;
	/** State keys, of any scope. */
	state: number;
	users: number;
	/** Idempotency records, and documents: those of sessions, of an agent, and with a whole tenant all that hold content. */
	keys: number;
	facts: number;
	/** Entries of the keyword index: of messages and of facts. */
	terms: number;
	/** Vectors of messages and of facts. */
	vectors: number;
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
	 * says without them. The session's index goes, to be made again, and its documents that hold content. Returns how many events there were.
	 */
	blank(target: SessionTarget, offsets: readonly number[], blank: (body: string) => string): Promise<number>;
}
