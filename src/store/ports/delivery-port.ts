import type { SessionUid, TenantId } from "../../event/index.ts";

/**
 * The duty to deliver a session's events to a URL, in order, starting at `nextOffset`. Times are in
 * milliseconds.
 */
export interface DeliveryRecord {
	/** The tenant. */
	tenant: TenantId;
	/** The session. */
	uid: SessionUid;
	/** The subscription of an agent or tenant that it belongs to. Undefined: one of the session's own URLs. */
	subscription: string | undefined;
	/** The URL that receives the events. */
	url: string;
	/** Event filters, as `matchesFilters` reads them. Undefined: every event. */
	events: readonly string[] | undefined;
	/** The first offset that is not delivered yet. */
	nextOffset: number;
	/** `dead`: failed permanently, until a person retries it. */
	status: "active" | "dead";
	/** Failed attempts since the last successful one. */
	attempts: number;
	/** When the next attempt is due. */
	dueAt: number;
	/** Why the last attempt failed. Undefined after a success. */
	error: string | undefined;
	/** When the first failed attempt since the last success was. */
	failingSince: number | undefined;
	/** When it was created, in milliseconds. */
	createdAt: number;
	/**
	 * Identifies the holder of a claim. Increases with each claim. Starts at a random number, so that no two
	 * subscriptions have the same.
	 */
	token: number;
}

/** Identifies a delivery. A subscription has one URL: with `subscription`, the URL is ignored. */
export interface DeliveryKey {
	/** The session. */
	uid: SessionUid;
	/** The subscription; undefined for the session's own URLs. */
	subscription?: string | undefined;
	/** The URL. */
	url: string;
}

/** Which deliveries to list. */
export interface DeliveryListQuery {
	/** The tenant. */
	tenant: TenantId;
	/** Only deliveries of this session. */
	uid?: SessionUid | undefined;
	/** Only deliveries with this status. */
	status?: DeliveryRecord["status"] | undefined;
	/** The maximum number of results. */
	limit: number;
	/** The last item of the previous page. */
	after?: DeliveryKey | undefined;
}

/** Which deliveries to claim. */
export interface DeliveryClaim {
	/** The maximum number of results. */
	limit: number;
	/** Only deliveries of this session. */
	uid?: SessionUid | undefined;
	/** No deliveries to these URLs. */
	except?: readonly string[] | undefined;
}

/** The number of waiting deliveries of a tenant. */
export interface WaitingDeliveries {
	/** The tenant. */
	tenant: TenantId;
	/** How many deliveries are waiting. */
	deliveries: number;
}

/** The result of a claim. */
export type DeliveryOutcome =
	/**
	 * No failure. If there is more to deliver, it can be claimed again immediately, after those that are
	 * already waiting. A delivery for a subscription with nothing left to deliver is removed; the next append
	 * creates another.
	 */
	| { done: true }
	/** An attempt failed. It is repeated at `dueAt`. */
	| { retry: { dueAt: number; error: string; at: number } }
	/** An attempt failed, and there is no further one. */
	| { dead: { error: string; at: number } };

/** The progress of a claimed delivery. */
export interface DeliveryAdvance {
	/** The tenant. */
	tenant: TenantId;
	/** The delivery. */
	key: DeliveryKey;
	/** The token of the claim. */
	token: number;
	/** Everything below this offset is delivered. */
	nextOffset: number;
	/** How long the claim lasts, in milliseconds from now. */
	aliveMs: number;
}

/** The end of a claim. */
export interface DeliverySettlement {
	/** The tenant. */
	tenant: TenantId;
	/** The delivery. */
	key: DeliveryKey;
	/** The token of the claim. */
	token: number;
	/** The result of the claim. */
	outcome: DeliveryOutcome;
}

/** A manual retry. */
export interface DeliveryRedrive {
	/** The tenant. */
	tenant: TenantId;
	/** The delivery. */
	key: DeliveryKey;
	/** Continue after the event that could not be delivered. */
	skip: boolean;
	/** When the delivery is due, in milliseconds. */
	at: number;
}

/**
 * Deliveries of events. There are two kinds: to the URLs of a session (`AppendUnit.deliveries`), which exist
 * until they are ended; and for the subscriptions that cover it (`SubscriptionPort`), which exist while there
 * is something to deliver.
 *
 * A delivery is waiting if it is active and due and its session has events at or after `nextOffset`. A claim
 * expires by the store's clock: if its holder has not reported by then, another worker may claim it.
 * Deliveries that are erased or moved in the meantime are no longer claimed.
 */
export interface DeliveryPort {
	/**
	 * Deliveries of a tenant, sorted by session (`uid`), subscription and URL. The session's own URLs come
	 * first.
	 */
	list(query: DeliveryListQuery): Promise<DeliveryRecord[]>;
	/**
	 * Tenants with waiting and unclaimed deliveries, longest wait first. For workers that serve all tenants.
	 * `capability_missing` if the store has access to one tenant only.
	 */
	waiting(limit: number): Promise<WaitingDeliveries[]>;
	/**
	 * Claims up to `limit` waiting deliveries that are unclaimed, longest wait first. No delivery is claimed
	 * twice.
	 */
	claim(tenant: TenantId, aliveMs: number, which: DeliveryClaim): Promise<DeliveryRecord[]>;
	/**
	 * Everything below `nextOffset` is delivered: moves the cursor, resets failures, and extends the claim to
	 * `aliveMs` from now. Returns false and changes nothing if the claim with this token is lost.
	 */
	advance(progress: DeliveryAdvance): Promise<boolean>;
	/**
	 * Ends a claim. A failed attempt is counted; the first in a row sets `failingSince`. Returns false and
	 * changes nothing if the claim with this token is lost.
	 */
	settle(settlement: DeliverySettlement): Promise<boolean>;
	/**
	 * A manual retry: makes the delivery active and due at `at`, and resets its failures. With `skip`, a
	 * failing delivery continues after the event that could not be delivered. Does not touch a claim. False if
	 * the delivery does not exist.
	 */
	redrive(retry: DeliveryRedrive): Promise<boolean>;
}
