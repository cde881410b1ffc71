import type { SessionUid, TenantId } from "../event/index.ts";
import type { NetworkPolicy } from "../network/index.ts";
import type { Store, VectorIndex } from "../store/ports/index.ts";
import type { MemoryDoor } from "./memory-door.ts";

/** How long events are kept, in days. */
export type RetentionDays = number | "forever";

export const DEFAULT_RETENTION_DAYS = 90;

/** Retention for all agents, and for single ones. */
export interface Retention {
	events: RetentionDays;
	agents: Readonly<Record<string, RetentionDays>>;
}

/** The retention as text. */
export function describeRetention({ events, agents }: Retention): string {
	const time =
		events === "forever" ? "forever" : `for ${events} ${events === 1 ? "day" : "days"} after they are stored`;
	const others = Object.keys(agents).length;
	const exceptions =
		others === 0 ? "" : `, with other limits for ${others} ${others === 1 ? "agent" : "agents"}`;
	return `events are kept ${time}${exceptions}; facts are kept`;
}

/** What every operation uses: the store, and the tenant that the platform sets on each call. */
export interface Platform {
	readonly tenant: TenantId;
	readonly store: Store;
	/** Searches the facts of large owners. Undefined: no index, the process holds all facts in memory. */
	readonly index?: VectorIndex | undefined;
	readonly retention: Retention;
	readonly memory: MemoryDoor;
	/** What requests may reach if the author of an agent wrote the address: tools. */
	readonly network: NetworkPolicy;
	/**
	 * What requests may reach if a caller gave the address: webhooks and callbacks. This machine counts as private,
	 * too.
	 */
	readonly networkOfCallers: NetworkPolicy;
	/**
	 * Call this when there may be events to deliver: of this session, or of any session of the tenant.
	 * `subscribed`: the session or tenant has just subscribed.
	 */
	deliver(uid?: SessionUid, subscribed?: boolean): void;
	/** Called after each append with the number of its events. Not called for repeats, which store nothing. */
	readonly onAppend?: ((events: number) => void) | undefined;
	/** Aborted when the platform closes. */
	readonly closing: AbortSignal;
}
