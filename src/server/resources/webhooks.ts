import type { DeliveryListOptions, NewSubscription } from "../../webhook/webhooks.ts";
import { page } from "../../wire/page.ts";
import { idQuery, sessionQuery } from "../../wire/query.ts";
import {
	delivery,
	deliveryRetry,
	newSubscription,
	secretRotation,
	subscription,
	webhookSecret,
} from "../../wire/webhook.ts";
import { deliveryListQuery, subscriptionListQuery } from "../../wire/webhook-query.ts";
import { operation } from "../operation.ts";
import { bodyAs } from "./body-as.ts";
import { idOf, said } from "./query.ts";
import { refOf } from "./select.ts";

export const webhooks = [
	operation({
		id: "webhooks.list",
		method: "GET",
		path: "/v1/webhooks",
		access: "agent",
		summary: "List deliveries: their progress and failures",
		query: deliveryListQuery,
		answer: page(delivery),
		handle: async ({ hf, query }) => ({ json: await hf.webhooks.list(said(query) as DeliveryListOptions) }),
	}),
	operation({
		id: "webhooks.subscribe",
		method: "POST",
		path: "/v1/webhooks/subscriptions",
		access: "agent",
		summary: "Deliver the events of all sessions of an agent, or of the tenant, to a URL from now on",
		body: bodyAs<NewSubscription>(newSubscription),
		answer: subscription,
		handle: async ({ hf, body }) => ({ json: await hf.webhooks.subscribe(body) }),
	}),
	operation({
		id: "webhooks.subscriptions",
		method: "GET",
		path: "/v1/webhooks/subscriptions",
		access: "agent",
		summary: "List the subscriptions of agents and of the tenant",
		query: subscriptionListQuery,
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
		summary: "End a subscription and drop its pending deliveries",
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
		summary:
			"Retry failed and dead deliveries of a session now. With `skip`, continue after the event that failed",
		query: sessionQuery,
		body: bodyAs<{ skip?: boolean }>(deliveryRetry),
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
		summary: "Get the secret that signs deliveries",
		answer: webhookSecret,
		handle: async ({ hf }) => ({ json: await hf.webhooks.secret() }),
	}),
	operation({
		id: "webhooks.rotateSecret",
		method: "POST",
		path: "/v1/webhooks/secret/rotate",
		access: "admin",
		summary: "Create a new secret. The old one also signs until it expires",
		body: bodyAs<{ keepOldHours?: number }>(secretRotation),
		answer: webhookSecret,
		handle: async ({ hf, body }) => ({ json: await hf.webhooks.rotateSecret(body) }),
	}),
];
