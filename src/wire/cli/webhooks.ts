import { z } from "zod";
import { sessionRef } from "../session-ref.ts";
import { sessionSubscription, subscription } from "../webhook.ts";

export const retriedDeliveries = z.object({
	retried: z.array(sessionRef).meta({ description: "Sessions whose deliveries are retried" }),
});

/** A subscription of an agent or of the tenant, or a URL of a session, which has no id. */
export const subscriptionItem = sessionSubscription.extend(
	subscription.partial().omit({ url: true, createdAt: true }).shape,
);

export const endedSubscription = z.object({
	ended: z.string().meta({ description: "The id of the subscription, or the URL of the session" }),
});
