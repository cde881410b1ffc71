import type { TenantId, UserId } from "../../event/index.ts";
import type { PatchText } from "../../state/index.ts";
import type { SessionName, UserRecord } from "./records.ts";
import type { RekeyPlan } from "./session-port.ts";

export interface UserChange {
	displayName?: string | null;
	variables?: PatchText;
	metadata?: PatchText;
}

export interface UserRekeyPlan {
	tenant: TenantId;
	from: UserId;
	to: UserId;
	onConflict: "refuse" | "merge";
	/** The plan for each session of the user. */
	session(from: SessionName): RekeyPlan;
	at: number;
}

/** The people that sessions belong to. */
export interface UserPort {
	get(tenant: TenantId, userId: UserId): Promise<UserRecord | undefined>;
	/** Creates the user or changes it key by key; concurrent changes of other keys are kept. */
	change(tenant: TenantId, userId: UserId, change: UserChange, at: number): Promise<UserRecord>;
	/** By user id, ascending. */
	list(tenant: TenantId, page: { after: UserId | undefined; limit: number }): Promise<UserRecord[]>;
	/** Users that have all of these metadata entries, by user id; `match` are the entries' match keys. */
	find(tenant: TenantId, match: readonly string[], limit: number, after?: UserId): Promise<UserRecord[]>;
	/** Moves the record, `user:` state and every session of a user to another user id, in one step. */
	rekey(plan: UserRekeyPlan): Promise<{ sessions: number }>;
}
