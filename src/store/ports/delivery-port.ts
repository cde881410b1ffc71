import type { SessionUid, TenantId } from "../../event/index.ts";

/** The obligation to deliver a session's events to a URL, in order, from `nextOffset` on. Times are milliseconds. */
export interface DeliveryRecord {
	tenant: TenantId;
	uid: SessionUid;
	/** The subscription of an agent or tenant that it is for; undefined: one of the session's own URLs. */
	subscription: string | undefined;
	url: string;
	/** Which events, as `matchesFilters` reads it; undefined: every event. */
	events: readonly string[] | undefined;
	nextOffset: number;
	/** `dead`: given up, until a person takes it up again. */
	status: "active" | "dead";
	/** Failed ones since something was last delivered. */
	attempts: number;
	dueAt: number;
	/** Why the last attempt failed; undefined once something was delivered. */
	error: string | undefined;
	/** When the first of the failed attempts was. */
	failingSince: number | undefined;
	createdAt: number;
	/** Identifies the holder of a claim. Moves up with each; begins anywhere, so that no subscription has that of another. */
	token: number;
}

/** A subscription has one URL, so the URL counts only without `subscription`. */
export interface DeliveryKey {
	uid: SessionUid;
	subscription?: string | undefined;
	url: string;
}

export interface DeliveryListQuery {
	tenant: TenantId;
	uid?: SessionUid | undefined;
	status?: DeliveryRecord["status"] | undefined;
	limit: number;
	/** The last item of the page before. */
	after?: DeliveryKey | undefined;
}

/** Which deliveries to claim. */
export interface DeliveryClaim {
	limit: number;
	/** Of this session alone. */
	uid?: SessionUid | undefined;
	/** None to these URLs. */
	except?: readonly string[] | undefined;
}

/** How many deliveries of a tenant wait to be made. */
export interface WaitingDeliveries {
	tenant: TenantId;
	deliveries: number;
}

/** How a claim ended. */
export type DeliveryOutcome =
	/**
	 * Nothing went wrong; what is left to deliver, if anything, may be claimed at once, behind those that wait. A delivery for
	 * a subscription that owes nothing any more is removed; the next append makes another.
	 */
	| { done: true }
	/** An attempt failed: tried again at `dueAt`. */
	| { retry: { dueAt: number; error: string; at: number } }
	/** An attempt failed, and there will be no other one. */
	| { dead: { error: string; at: number } };

/**
 * Deliveries of events: to the URLs that a session has subscribed (`AppendUnit.deliveries`), which stay until they are ended,
 * and for the subscriptions that cover it (`SubscriptionPort`), which exist while something is owed. A delivery waits when it is active and due,
 * and the log of its session goes beyond `nextOffset`. It is claimed for a time by the store's clock; whoever has not come
 * back by then is gone, and another may claim it. What is erased or moved meanwhile is held no more.
 */
export interface DeliveryPort {
	/** Deliveries of a tenant, in the order of session (`uid`), subscription and URL; a session's own come first. */
	list(query: DeliveryListQuery): Promise<DeliveryRecord[]>;
	/**
	 * Tenants with deliveries that wait and that nobody holds, those that wait longest first: for workers who serve all
	 * tenants. `capability_missing` where the store may not look beyond one tenant.
	 */
	waiting(limit: number): Promise<WaitingDeliveries[]>;
	/** Takes up to `limit` of those that wait and that nobody holds, longest first. None is given to two. */
	claim(tenant: TenantId, aliveMs: number, which: DeliveryClaim): Promise<DeliveryRecord[]>;
	/**
	 * Everything below `nextOffset` is delivered: moves the cursor, forgets failures, and keeps the claim for so long from
	 * now. False, with nothing changed, when it is not held with this token any more.
	 */
	advance(
		tenant: TenantId,
		key: DeliveryKey,
		token: number,
		nextOffset: number,
		aliveMs: number,
	): Promise<boolean>;
	/**
	 * Ends a claim. A failed attempt is counted; the first in a row sets `failingSince`. False, with nothing changed, when it is
	 * not held with this token any more.
	 */
	settle(tenant: TenantId, key: DeliveryKey, token: number, outcome: DeliveryOutcome): Promise<boolean>;
	/**
	 * By hand: active, due at `at`, and its failures forgotten. With `skip`, and if it was failing, behind the event that could
	 * not be delivered. Leaves a claim alone. False when there is no such delivery.
	 */
	redrive(tenant: TenantId, key: DeliveryKey, options: { skip: boolean }, at: number): Promise<boolean>;
}
