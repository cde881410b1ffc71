import { z } from "zod";
import { sessionRef } from "./session-ref.ts";
import { count, id, moment, offset } from "./value.ts";

export const delivery = z
	.object({
		session: sessionRef,
		url: z.string(),
		subscription: id.optional(),
		events: z.array(z.string()).optional(),
		status: z.enum(["active", "dead"]),
		nextOffset: offset,
		pending: count,
		attempts: count,
		error: z.string().optional(),
		dueAt: moment,
		failingSince: moment.optional(),
	})
	.meta({ id: "Delivery", description: "The delivery of a session's events to a URL" });

export const sessionSubscription = z
	.object({ url: z.string(), events: z.array(z.string()).optional(), createdAt: moment })
	.meta({ id: "SessionSubscription", description: "A URL that receives the events of a session" });

export const subscription = z
	.object({
		id,
		url: z.string(),
		agentId: id.optional(),
		events: z.array(z.string()).optional(),
		createdAt: moment,
	})
	.meta({
		id: "Subscription",
		description: "A URL that receives the events of all sessions of an agent, or of the tenant",
	});

export const sessionWebhook = z.strictObject({ url: z.string(), events: z.array(z.string()).optional() });

export const newSubscription = z.strictObject({
	url: z.string(),
	agentId: z.string().optional(),
	events: z.array(z.string()).optional(),
	id: z.string().optional(),
});

export const deliveryRetry = z.strictObject({ skip: z.boolean().optional() });

export const secretRotation = z.strictObject({ keepOldHours: z.number().optional() });

export const webhookSecret = z.object({ secret: z.string() });
