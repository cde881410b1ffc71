import type { AgentId, TenantId, UserId } from "../../event/index.ts";
import type { SessionTarget, StateRecord } from "./records.ts";

/** Reads state. It is written by appends only, so that every change is ordered by the log. */
export interface StatePort {
	/**
	 * The stored keys of the session, its user and its agent, from one moment. A name says whose session it is before there is
	 * one: without a session of that name, `session` is empty and `user` and `app` are those of the name. Access rules and
	 * callers rest on this. Undefined for a uid that is not there.
	 */
	read(target: SessionTarget): Promise<StateRecord | undefined>;
	/** The keys shared under an agent: `app:`, and `user:` of the user if one is given. */
	shared(scope: {
		tenant: TenantId;
		agentId: AgentId;
		userId: UserId | undefined;
	}): Promise<Omit<StateRecord, "session">>;
}
