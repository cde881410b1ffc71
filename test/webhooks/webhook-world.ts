import { onTestFinished } from "vitest";
import type { TenantId } from "../../src/event/index.ts";
import type { SessionHandle, Sessions, Store } from "../../src/index.ts";
import { closeNetwork, type NetworkPolicy } from "../../src/network/index.ts";
import { createSessionHandle, createSessions, type Platform } from "../../src/session/index.ts";
import { createWebhooks } from "../../src/webhook/create-webhooks.ts";
import { type Deliverer, type DelivererOptions, startDeliverer } from "../../src/webhook/deliverer.ts";
import type { Webhooks } from "../../src/webhook/webhooks.ts";

export { numbered, range } from "./numbered.ts";

export interface WebhookWorld {
	platform: Platform;
	deliverer: Deliverer;
	sessions: Sessions;
	webhooks: Webhooks;
	session(sessionId: string, userId?: string): SessionHandle;
}

/** Fast enough for tests: what fails is tried again within milliseconds. */
export const IMPATIENT = { delaysMs: [1, 2, 5, 10], giveUpMs: 3_600_000 };

export interface WebhookOptions extends Partial<Omit<DelivererOptions, "store" | "tenants">> {
	tenant?: string;
	/** Deliver for all tenants, as a server does. */
	all?: boolean;
	/** Nobody tells the deliverer of commits: it has to find them. */
	deaf?: boolean;
}

/** Sessions and their deliveries on a store that is open. */
export function webhookWorld(store: Store, options: WebhookOptions = {}): WebhookWorld {
	const { tenant: name = "default", all = false, deaf = false, ...more } = options;
	const tenant = name as TenantId;
	const network: NetworkPolicy = more.network ?? { loopback: true, allow: [] };
	const deliverer = startDeliverer({
		store,
		network,
		tenants: all ? "all" : tenant,
		pollMs: 10,
		patience: IMPATIENT,
		graceMs: 200,
		...more,
	});
	const ending = new AbortController();
	onTestFinished(async () => {
		ending.abort();
		await deliverer.close();
		await closeNetwork(network);
	});
	const none = (): never => {
		throw new Error("there is no memory here");
	};
	const platform: Platform = {
		tenant,
		store,
		network,
		networkOfCallers: network,
		closing: ending.signal,
		retention: { events: 90, agents: {} },
		memory: {
			search: none,
			write: none,
			writeMany: none,
			nudge: () => {},
			quietMs: async () => false as const,
			settled: async () => undefined,
		},
		deliver: (uid, subscribed) => {
			if (!deaf) deliverer.nudge({ tenant, uid }, subscribed);
		},
	};
	return {
		platform,
		deliverer,
		sessions: createSessions(platform),
		webhooks: createWebhooks(platform, () => deliverer.nudge()),
		session: (sessionId, userId) =>
			createSessionHandle(platform, { agentId: "a", sessionId, ...(userId !== undefined && { userId }) }),
	};
}
