import type { AgentId, TenantId } from "../../event/index.ts";

/** The wish of a tenant to have events of many sessions delivered to a URL. Never changes. Times are milliseconds. */
export interface SubscriptionRecord {
	tenant: TenantId;
	id: string;
	url: string;
	/** The sessions of this agent; undefined: every session of the tenant. */
	agentId: AgentId | undefined;
	/** Which events, as `matchesFilters` reads it; undefined: every event. */
	events: readonly string[] | undefined;
	createdAt: number;
}

export interface SubscriptionListQuery {
	tenant: TenantId;
	/** Those of this agent alone; those of the whole tenant are not among them. */
	agentId?: AgentId | undefined;
	limit: number;
	/** The id of the last item of the page before. */
	after?: string | undefined;
}

/** How many subscriptions a tenant may have: each costs every append to a session that it covers. */
export const MOST_SUBSCRIPTIONS = 100;

/**
 * Subscriptions of agents and tenants. Whatever writes an event to a session also makes, in the same transaction, a
 * delivery for each subscription that covers the session and has none there (`DeliveryPort`).
 */
export interface SubscriptionPort {
	/**
	 * Stores a subscription and returns the one that is stored: the first with this id, if there was one. What is
	 * committed after this has resolved is delivered. `limit_exceeded` if the tenant has `MOST_SUBSCRIPTIONS`.
	 */
	put(record: SubscriptionRecord): Promise<SubscriptionRecord>;
	/** In the order of ids. */
	list(query: SubscriptionListQuery): Promise<SubscriptionRecord[]>;
	/** Removes a subscription and what is owed to it. False when there is none. */
	remove(tenant: TenantId, id: string): Promise<boolean>;
}
