import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const webhooks: readonly Command[] = [
	bind(spec.subscribe, async () => (await import("./subscribe-url.ts")).subscribeUrl),
	bind(spec.subscriptions, async () => (await import("./list-subscriptions.ts")).listSubscriptions),
	bind(spec.unsubscribe, async () => (await import("./unsubscribe-url.ts")).unsubscribeUrl),
	bind(spec.ls, async () => (await import("./list-deliveries.ts")).listDeliveries),
	bind(spec.retry, async () => (await import("./retry-deliveries.ts")).retryDeliveries),
	bind(spec.secret, async () => (await import("./show-secret.ts")).showSecret),
	bind(spec.rotate, async () => (await import("./rotate-secret.ts")).rotateSecret),
];
