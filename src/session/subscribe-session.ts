import { z } from "zod";
import { parse } from "../error/index.ts";
import { eventFilters } from "../event/index.ts";
import { checkUrl } from "../network/index.ts";
import { isWebhookUrl } from "../state/index.ts";
import { noSession, type SessionTarget } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";
import { type HandleTarget, writeExisting, writeTarget } from "./write-session.ts";

/** A URL that receives the events of a session. */
export interface SessionSubscription {
	/** The URL. */
	url: string;
	/** Which events, e.g. `["message", "mode:manual"]`. Absent: every event. */
	events?: string[];
	/** When it was subscribed, as an ISO 8601 timestamp. */
	createdAt: string;
}

export const webhookUrl = z
	.string({ error: "must be an http(s) URL" })
	.refine(isWebhookUrl, { error: "must be an http(s) URL without credentials" });

const subscribeSchema = z.strictObject(
	{ url: webhookUrl, events: eventFilters.optional() },
	{ error: "must be { url, events? }" },
);
const unsubscribeSchema = z.strictObject({ url: webhookUrl }, { error: "must be { url }" });

/** Delivers the session's events to a URL from now on. For a URL that is subscribed already, sets the filters. */
export async function subscribeSession(
	platform: Platform,
	target: HandleTarget,
	options: { url: string; events?: readonly string[] | undefined },
): Promise<void> {
	const { url, events } = parse(subscribeSchema, options, "subscription");
	checkUrl(url, platform.networkOfCallers);
	await writeTarget(platform, target, { deliveries: [{ url, events }] }, Date.now());
}

/** Ends the delivery to a URL. Does nothing if the URL is not subscribed. */
export async function unsubscribeSession(
	platform: Platform,
	target: SessionTarget,
	options: { url: string },
): Promise<void> {
	const { url } = parse(unsubscribeSchema, options, "subscription");
	await writeExisting(platform, target, { endDeliveries: [url] }, Date.now());
}

/** More than a session can have URLs, and a tenant subscriptions. */
const MOST = 1_000;

/** The URLs that the session has subscribed, sorted. */
export async function sessionSubscriptions(
	{ store, tenant }: Platform,
	target: SessionTarget,
): Promise<SessionSubscription[]> {
	const session = await store.sessions.get(target);
	if (!session) throw noSession(target);
	const found = await store.deliveries.list({ tenant, uid: session.uid, limit: MOST });
	return found
		.filter(({ subscription }) => subscription === undefined)
		.map(({ url, events, createdAt }) => ({
			url,
			...(events && { events: [...events] }),
			createdAt: new Date(createdAt).toISOString(),
		}));
}
