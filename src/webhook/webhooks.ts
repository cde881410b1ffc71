import type { Page, SessionRef } from "../session/index.ts";

/** The delivery of a session's events to a URL. */
export interface Delivery {
	/** The session whose events are delivered. */
	session: { agentId: string; userId?: string; sessionId: string };
	/** The URL that receives them. */
	url: string;
	/** Id of the subscription. Absent for a URL of the session itself. */
	subscription?: string;
	/** Which events. Absent: every event. */
	events?: string[];
	/** `dead`: failed permanently after a day of failures; `retry` tries it again. */
	status: "active" | "dead";
	/** The offset of the next event to deliver. */
	nextOffset: number;
	/** How many events wait for delivery. With `events`: how many still have to be checked against the filters. */
	pending: number;
	/** How many attempts to deliver the next event have failed. */
	attempts: number;
	/** Why the last attempt failed. */
	error?: string;
	/** When the next attempt is due, as an ISO 8601 timestamp. */
	dueAt: string;
	/** Since when the delivery has been failing. */
	failingSince?: string;
}

/** Filter and page of a list of deliveries. */
export interface DeliveryListOptions {
	/** Only deliveries with this status. */
	status?: "active" | "dead" | undefined;
	/** Items per page. Default 50, at most 500. */
	limit?: number | undefined;
	/** The `next` of the previous page. */
	cursor?: string | undefined;
}

/** A URL that receives the events of many sessions. */
export interface Subscription {
	/** Id of the subscription. */
	id: string;
	/** The URL that receives the events. */
	url: string;
	/** Only sessions of this agent. Absent: every session of the tenant. */
	agentId?: string;
	/** Which events, e.g. `["message", "mode:manual"]`. Absent: every event. */
	events?: string[];
	/** When it was created, as an ISO 8601 timestamp. */
	createdAt: string;
}

/** A subscription to create. */
export interface NewSubscription {
	/** The URL that receives the events. */
	url: string;
	/** Only sessions of this agent. Default: every session of the tenant. */
	agentId?: string | undefined;
	/** Which events: kinds, each with or without a value, e.g. `["message", "mode:manual"]`. Default: every event. */
	events?: readonly string[] | undefined;
	/** An id of your own, so that a repeated call creates only one subscription. */
	id?: string | undefined;
}

/** Filter and page of a list of subscriptions. */
export interface SubscriptionListOptions {
	/** Only subscriptions of this agent, without those of the whole tenant. */
	agentId?: string | undefined;
	/** Items per page. Default 50, at most 500. */
	limit?: number | undefined;
	/** The `next` of the previous page. */
	cursor?: string | undefined;
}

/** Subscriptions, deliveries and the signing secret. */
export interface Webhooks {
	/**
	 * Delivers the events of all sessions of an agent, or of the tenant, to a URL from now on. Includes sessions
	 * that are created later. Throws `already_exists` if another subscription has this `id`.
	 *
	 * @example
	 * ```ts
	 * import { holdfast } from "holdfast";
	 *
	 * const hf = await holdfast();
	 * await hf.webhooks.subscribe({
	 *   url: "https://example.com/hooks/escalations",
	 *   agentId: "support",
	 *   events: ["mode:manual", "status:failed"],
	 * });
	 * ```
	 */
	subscribe(subscription: NewSubscription): Promise<Subscription>;
	/** Lists the subscriptions of agents and of the tenant, by id. */
	subscriptions(options?: SubscriptionListOptions): Promise<Page<Subscription>>;
	/** Ends a subscription and drops its pending deliveries. Throws `not_found` if it does not exist. */
	unsubscribe(id: string): Promise<void>;
	/** Lists deliveries. */
	list(options?: DeliveryListOptions): Promise<Page<Delivery>>;
	/**
	 * Retries the failed and dead deliveries of a session now. With `skip`, continues after the event that could
	 * not be delivered.
	 */
	retry(ref: SessionRef | string, options?: { skip?: boolean | undefined }): Promise<void>;
	/** The secret that signs deliveries of this tenant. */
	secret(): Promise<{ secret: string }>;
	/** Creates a new secret. The old one also signs for `keepOldHours` (default 24). */
	rotateSecret(options?: { keepOldHours?: number | undefined }): Promise<{ secret: string }>;
}
