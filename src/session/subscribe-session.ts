import { z } from "zod";
import { parse } from "../error/index.ts";
import { eventFilters } from "../event/index.ts";
import { checkUrl } from "../network/index.ts";
import { isWebhookUrl } from "../state/index.ts";
import { noSession, type SessionName } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";
import { writeExisting, writeSession } from "./write-session.ts";

/** A URL that a session delivers its events to. */
export interface SessionSubscription {
	url: string;
	/** Which events, e.g. `["message", "mode:manual"]`; without it every event. */
	events?: string[];
	/** When it was subscribed. */
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

/** Delivers the session's events to a URL from now on. A URL that it has already takes the filters. */
export async function subscribeSession(
	platform: Platform,
	name: SessionName,
	options: { url: string; events?: readonly string[] | undefined },
): Promise<void> {
	const { url, events } = parse(subscribeSchema, options, "subscription");
	checkUrl(url, platform.networkOfCallers);
	await writeSession(platform, name, { deliveries: [{ url, events }] }, { now: Date.now() });
}

/** Ends the delivery to a URL. One that the session does not have changes nothing. */
export async function unsubscribeSession(
	platform: Platform,
	name: SessionName,
	options: { url: string },
): Promise<void> {
	const { url } = parse(unsubscribeSchema, options, "subscription");
	await writeExisting(platform, { name }, { endDeliveries: [url] }, Date.now());
}

/** A session has fewer URLs, and a tenant fewer subscriptions. */
const MOST = 1_000;

/** The URLs that the session has subscribed, in the order of their text. */
export async function sessionSubscriptions(
	{ store, tenant }: Platform,
	name: SessionName,
): Promise<SessionSubscription[]> {
	const session = await store.sessions.get({ name });
	if (!session) throw noSession({ name });
	const found = await store.deliveries.list({ tenant, uid: session.uid, limit: MOST });
	return found
		.filter(({ subscription }) => subscription === undefined)
		.map(({ url, events, createdAt }) => ({
			url,
			...(events && { events: [...events] }),
			createdAt: new Date(createdAt).toISOString(),
		}));
}
