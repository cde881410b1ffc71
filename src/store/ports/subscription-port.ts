import type { AgentId, TenantId } from "../../event/index.ts";

/** A webhook for the events of many sessions of a tenant. Immutable. Times are in milliseconds. */
export interface SubscriptionRecord {
	/** The tenant. */
	tenant: TenantId;
	/** Unique in the tenant. */
	id: string;
	/** The URL that receives the events. */
	url: string;
	/** Only sessions of this agent. Undefined: every session of the tenant. */
	agentId: AgentId | undefined;
	/** Event filters, as `matchesFilters` reads them. Undefined: every event. */
	events: readonly string[] | undefined;
	/** When it was created, in milliseconds. */
	createdAt: number;
}

/** Which subscriptions to list. */
export interface SubscriptionListQuery {
	/** The tenant. */
	tenant: TenantId;
	/** Only subscriptions of this agent. Those of the whole tenant are not included. */
	agentId?: AgentId | undefined;
	/** The maximum number of results. */
	limit: number;
	/** The id of the last item of the previous page. */
	after?: string | undefined;
}

/**
 * The maximum number of subscriptions of a tenant. Each one adds work to every append to a session that it
 * covers.
 */
export const MOST_SUBSCRIPTIONS = 100;

/**
 * Subscriptions of agents and tenants. Whatever writes an event to a session also creates, in the same
 * transaction, a delivery for each subscription that covers the session and has none there (`DeliveryPort`).
 */
export interface SubscriptionPort {
	/**
	 * Stores a subscription and returns the stored one: if the id exists, the existing one. Everything that is
	 * committed after this resolves is delivered. `limit_exceeded` if the tenant has `MOST_SUBSCRIPTIONS`.
	 */
	put(record: SubscriptionRecord): Promise<SubscriptionRecord>;
	/** Sorted by id. */
	list(query: SubscriptionListQuery): Promise<SubscriptionRecord[]>;
	/** Removes a subscription and its deliveries. False if it does not exist. */
	remove(tenant: TenantId, id: string): Promise<boolean>;
}
