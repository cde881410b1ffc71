import type { Page, SessionRef } from "../session/index.ts";

/** The delivery of a session's events to a URL. */
export interface Delivery {
	session: { agentId: string; userId?: string; sessionId: string };
	url: string;
	/** The id of the subscription that it is for; without it one of the session's own URLs. */
	subscription?: string;
	/** Which events; without it every event. */
	events?: string[];
	/** `dead`: given up after a day of failures; `retry` tries it again. */
	status: "active" | "dead";
	/** The offset of the next event to deliver. */
	nextOffset: number;
	/** How many events are owed; with `events`, how many are still to be looked at. */
	pending: number;
	/** How often delivering the next event has failed. */
	attempts: number;
	/** Why the last attempt failed. */
	error?: string;
	/** When it is tried again. */
	dueAt: string;
	failingSince?: string;
}

export interface DeliveryListOptions {
	status?: "active" | "dead" | undefined;
	/** Default 50, at most 500. */
	limit?: number | undefined;
	cursor?: string | undefined;
}

/** A URL that the events of many sessions are delivered to. */
export interface Subscription {
	id: string;
	url: string;
	/** The sessions of this agent; without it every session of the tenant. */
	agentId?: string;
	/** Which events, e.g. `["message", "mode:manual"]`; without it every event. */
	events?: string[];
	createdAt: string;
}

export interface NewSubscription {
	url: string;
	/** The sessions of this agent; without it every session of the tenant. */
	agentId?: string | undefined;
	/** Which events: kinds, each with a value or without, e.g. `["message", "mode:manual"]`. Without it every event. */
	events?: readonly string[] | undefined;
	/** An id of your own, so that asking twice makes one subscription. */
	id?: string | undefined;
}

export interface SubscriptionListOptions {
	/** Those of this agent; those of the whole tenant are not among them. */
	agentId?: string | undefined;
	/** Default 50, at most 500. */
	limit?: number | undefined;
	cursor?: string | undefined;
}

/** What is delivered to URLs, who has asked for it, and the secret it is signed with. */
export interface Webhooks {
	/**
	 * Delivers to a URL what is written from now on to all sessions of an agent, or of the tenant: to those that exist and to
	 * those that come later. `already_exists` if `id` is the id of another subscription.
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
	/** Subscriptions of agents and of the tenant, in the order of their ids. */
	subscriptions(options?: SubscriptionListOptions): Promise<Page<Subscription>>;
	/** Ends a subscription and forgets what is owed to it; `not_found` if there is none. */
	unsubscribe(id: string): Promise<void>;
	list(options?: DeliveryListOptions): Promise<Page<Delivery>>;
	/** Tries now what has failed or was given up; with `skip`, from behind the event that could not be delivered. */
	retry(ref: SessionRef | string, options?: { skip?: boolean | undefined }): Promise<void>;
	/** What deliveries of this tenant are signed with. */
	secret(): Promise<{ secret: string }>;
	/** Makes a new secret. The old one signs too until its time is over. */
	rotateSecret(options?: { keepOldHours?: number | undefined }): Promise<{ secret: string }>;
}
