import type { SessionUid, TenantId } from "../event/index.ts";
import type { NetworkPolicy } from "../network/index.ts";
import type { Store, VectorIndex } from "../store/ports/index.ts";
import type { MemoryDoor } from "./memory-door.ts";

/** How long events are kept, in days. */
export type RetentionDays = number | "forever";

export const DEFAULT_RETENTION_DAYS = 90;

/** The settings of a retention: for all agents, and for single ones. */
export interface Retention {
	events: RetentionDays;
	agents: Readonly<Record<string, RetentionDays>>;
}

/** The rule in words. */
export function describeRetention({ events, agents }: Retention): string {
	const time =
		events === "forever" ? "forever" : `${events} ${events === 1 ? "day" : "days"} from when they are stored`;
	const others = Object.keys(agents).length;
	const exceptions =
		others === 0 ? "" : `, with other limits for ${others} ${others === 1 ? "agent" : "agents"}`;
	return `events are kept ${time}${exceptions}; facts stay`;
}

/** What every operation stands on: the store, and the tenant that the platform stamps on each call. */
export interface Platform {
	readonly tenant: TenantId;
	readonly store: Store;
	/** Finds facts of large owners; undefined: there is none, and the process holds everything. */
	readonly index?: VectorIndex | undefined;
	readonly retention: Retention;
	readonly memory: MemoryDoor;
	/** What requests to addresses may reach that the authors of agents have written: those of tools. */
	readonly network: NetworkPolicy;
	/** What they may reach where callers have given the address: webhooks, callbacks. This machine is private too. */
	readonly networkOfCallers: NetworkPolicy;
	/**
	 * There may be events to deliver to URLs: of this session, or of any of the tenant. `subscribed`: the session, or the tenant,
	 * has just asked for it.
	 */
	deliver(uid?: SessionUid, subscribed?: boolean): void;
	/** Aborted when the platform closes. */
	readonly closing: AbortSignal;
}
