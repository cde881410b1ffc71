import { z } from "zod";
import type { DeliveryListOptions, NewSubscription } from "../../webhook/webhooks.ts";
import { operation } from "../operation.ts";
import { given } from "./given.ts";
import { cursorQuery, idOf, idQuery, said, sessionQuery, text } from "./query.ts";
import { refOf } from "./select.ts";
import { delivery, page, subscription } from "./shapes.ts";

const secret = z.object({ secret: z.string() });

export const webhooks = [
	operation({
		id: "webhooks.list",
		method: "GET",
		path: "/v1/webhooks",
		access: "agent",
		summary: "Deliveries of events to URLs: how far they are, and what has failed",
		query: z.strictObject({
			status: text.optional().meta({ description: "`active` or `dead`" }),
			...cursorQuery.shape,
		}),
		answer: page(delivery),
		handle: async ({ hf, query }) => ({ json: await hf.webhooks.list(said(query) as DeliveryListOptions) }),
	}),
	operation({
		id: "webhooks.subscribe",
		method: "POST",
		path: "/v1/webhooks/subscriptions",
		access: "agent",
		summary: "Delivers to a URL what is written from now on to all sessions of an agent, or of the tenant",
		body: given<NewSubscription>(
			z.strictObject({
				url: z.string(),
				agentId: z.string().optional(),
				events: z.array(z.string()).optional(),
				id: z.string().optional(),
			}),
		),
		answer: subscription,
		handle: async ({ hf, body }) => ({ json: await hf.webhooks.subscribe(body) }),
	}),
	operation({
		id: "webhooks.subscriptions",
		method: "GET",
		path: "/v1/webhooks/subscriptions",
		access: "agent",
		summary: "Subscriptions of agents and of the tenant",
		query: z.strictObject({
			agent: text.optional().meta({ description: "Those of this agent alone" }),
			...cursorQuery.shape,
		}),
		answer: page(subscription),
		handle: async ({ hf, query: { agent, ...rest } }) => ({
			json: await hf.webhooks.subscriptions(said({ ...rest, agentId: agent })),
		}),
	}),
	operation({
		id: "webhooks.unsubscribe",
		method: "DELETE",
		path: "/v1/webhooks/subscriptions/:id",
		access: "agent",
		summary: "Ends a subscription and forgets what is owed to it",
		query: idQuery,
		handle: async (call) => {
			await call.hf.webhooks.unsubscribe(idOf(call));
			return {};
		},
	}),
	operation({
		id: "webhooks.retry",
		method: "POST",
		path: "/v1/webhooks/retry",
		access: "agent",
		summary: "Tries now what has failed or was given up; with `skip`, from behind the event that failed",
		query: sessionQuery,
		body: given<{ skip?: boolean }>(z.strictObject({ skip: z.boolean().optional() })),
		handle: async (call) => {
			await call.hf.webhooks.retry(await refOf(call, call.query), call.body);
			return {};
		},
	}),
	operation({
		id: "webhooks.secret",
		method: "GET",
		path: "/v1/webhooks/secret",
		access: "admin",
		summary: "What deliveries are signed with",
		answer: secret,
		handle: async ({ hf }) => ({ json: await hf.webhooks.secret() }),
	}),
	operation({
		id: "webhooks.rotateSecret",
		method: "POST",
		path: "/v1/webhooks/secret/rotate",
		access: "admin",
		summary: "Makes a new secret; the old one signs too until its time is over",
		body: given<{ keepOldHours?: number }>(z.strictObject({ keepOldHours: z.number().optional() })),
		answer: secret,
		handle: async ({ hf, body }) => ({ json: await hf.webhooks.rotateSecret(body) }),
	}),
];
