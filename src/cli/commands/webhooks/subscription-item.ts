import type { z } from "zod";
import { sessionSubscription, subscription } from "../../../server/resources/shapes.ts";

/** A subscription of an agent or of the tenant, or a URL of a session, which has no id. */
export const subscriptionItem = sessionSubscription.extend(
	subscription.partial().omit({ url: true, createdAt: true }).shape,
);
export type SubscriptionItem = z.output<typeof subscriptionItem>;

/** Which sessions a subscription covers. */
export const coverText = (agentId: string | undefined): string =>
	agentId === undefined ? "all agents" : `agent ${agentId}`;

/** Which events it wants. */
export const filterText = (events: readonly string[] | undefined): string =>
	events === undefined ? "every event" : events.join(", ");
