import type { SessionUid, TenantId } from "../event/index.ts";
import type { NetworkPolicy } from "../network/index.ts";
import type { Store, VectorIndex } from "../store/ports/index.ts";
import type { MemoryDoor } from "./memory-door.ts";

/** How long events are kept, in days. */
export type RetentionDays = number | "forever";

export const DEFAULT_RETENTION_DAYS = 90;

/** What every operation stands on: the store, and the tenant that the platform stamps on each call. */
export interface Platform {
	readonly tenant: TenantId;
	readonly store: Store;
	/** Finds facts of large owners; undefined: there is none, and the process holds everything. */
	readonly index?: VectorIndex | undefined;
	readonly retention: { events: RetentionDays; agents: Readonly<Record<string, RetentionDays>> };
	readonly memory: MemoryDoor;
	/** What requests to addresses may reach that the authors of agents have written: those of tools. */
	readonly network: NetworkPolicy;
	/** What they may reach where callers have given the address: webhooks, callbacks. This machine is private too. */
	readonly networkOfCallers: NetworkPolicy;
	/** There may be events to deliver to URLs: of this session, or of any. `subscribed`: it has just asked for it. */
	deliver(uid?: SessionUid, subscribed?: boolean): void;
	/** Aborted when the platform closes. */
	readonly closing: AbortSignal;
}
