import type { TenantId, UserId } from "../../event/index.ts";
import type { PatchText } from "../../state/index.ts";
import type { SessionName, UserRecord } from "./records.ts";
import type { RekeyPlan } from "./session-port.ts";

/** A change of a user. */
export interface UserChange {
	/** null removes the name. */
	displayName?: string | null;
	/** Sets and removes single variables. */
	variables?: PatchText;
	/** Sets and removes single metadata keys. */
	metadata?: PatchText;
}

/** Which user to create or change, and how. */
export interface UserUpdate {
	/** The tenant. */
	tenant: TenantId;
	/** The user. */
	userId: UserId;
	/** The change. */
	change: UserChange;
	/** The writer's clock, in milliseconds. */
	at: number;
}

/** Which users to find by their metadata. */
export interface UserMatchQuery {
	/** The tenant. */
	tenant: TenantId;
	/** The match keys (`matchKey`) of the metadata entries that a user must have. */
	match: readonly string[];
	/** The maximum number of results. */
	limit: number;
	/** The last user id of the previous page. */
	after?: UserId | undefined;
}

/** A re-key of a user: all their data moves to another user id. */
export interface UserRekeyPlan {
	/** The tenant. */
	tenant: TenantId;
	/** The current id. */
	from: UserId;
	/** The new id. */
	to: UserId;
	/** What to do if the new id exists: `refuse` rejects with `already_exists`, `merge` joins the two users. */
	onConflict: "refuse" | "merge";
	/** Creates the plan for each session of the user. */
	session(from: SessionName): RekeyPlan;
	/** The writer's clock, in milliseconds. */
	at: number;
}

/** The users that sessions belong to. */
export interface UserPort {
	/** The user; undefined if they do not exist. */
	get(tenant: TenantId, userId: UserId): Promise<UserRecord | undefined>;
	/** Creates or changes the user, key by key. Concurrent changes of other keys are kept. */
	change(update: UserUpdate): Promise<UserRecord>;
	/** Sorted by user id, ascending. */
	list(tenant: TenantId, page: { after: UserId | undefined; limit: number }): Promise<UserRecord[]>;
	/** The users that have all of these metadata entries, sorted by user id. */
	find(query: UserMatchQuery): Promise<UserRecord[]>;
	/** Moves the record, the `user:` state and every session of a user to another user id, in one step. */
	rekey(plan: UserRekeyPlan): Promise<{ sessions: number }>;
}
