import type { Platform } from "../session/index.ts";
import type { Webhooks } from "./webhooks.ts";

/** Loads the code for webhooks at its first use. */
export function lazyWebhooks(platform: Platform): Webhooks {
	const load = async (): Promise<Webhooks> =>
		(await import("./create-webhooks.ts")).createWebhooks(platform, () => platform.deliver());
	return {
		subscribe: async (...args) => (await load()).subscribe(...args),
		subscriptions: async (...args) => (await load()).subscriptions(...args),
		unsubscribe: async (...args) => (await load()).unsubscribe(...args),
		list: async (...args) => (await load()).list(...args),
		retry: async (...args) => (await load()).retry(...args),
		secret: async () => (await load()).secret(),
		rotateSecret: async (...args) => (await load()).rotateSecret(...args),
	};
}
