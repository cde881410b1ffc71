import type { AgentId, TenantId, UserId } from "../../event/index.ts";
import type { SessionTarget, StateRecord } from "./records.ts";

/** Reads state. State is written only by appends, so that the log orders every change. */
export interface StatePort {
	/**
	 * The stored keys of the session, its user and its agent, read at one point in time. If no session has the
	 * given name, `session` is empty, and `user` and `app` are read for the user and agent of the name; access
	 * rules depend on this. Undefined if a uid does not exist.
	 */
	read(target: SessionTarget): Promise<StateRecord | undefined>;
	/** The keys that are shared under an agent: `app:` keys, and the `user:` keys of a user if you give one. */
	shared(scope: {
		/** The tenant. */
		tenant: TenantId;
		/** The agent. */
		agentId: AgentId;
		/** The user, if there is one. */
		userId: UserId | undefined;
	}): Promise<Omit<StateRecord, "session">>;
}
