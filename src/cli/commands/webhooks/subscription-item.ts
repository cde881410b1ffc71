import type { z } from "zod";
import type { subscriptionItem } from "../../../wire/cli/webhooks.ts";

export type SubscriptionItem = z.output<typeof subscriptionItem>;

/** Which sessions a subscription covers. */
export const coverText = (agentId: string | undefined): string =>
	agentId === undefined ? "all agents" : `agent ${agentId}`;

/** The events that it receives. */
export const filterText = (events: readonly string[] | undefined): string =>
	events === undefined ? "every event" : events.join(", ");
