import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { agentId, eventFilters, keyText, uuidV7 } from "../event/index.ts";
import { checkUrl } from "../network/index.ts";
import { decodeCursor, encodeCursor, type Page, type Platform, webhookUrl } from "../session/index.ts";
import type { SubscriptionRecord } from "../store/ports/index.ts";
import type { Subscription, Webhooks } from "./webhooks.ts";

const newSchema = z.strictObject(
	{ url: webhookUrl, agentId: agentId.optional(), events: eventFilters.optional(), id: keyText.optional() },
	{ error: "must be { url, agentId?, events?, id? }" },
);
const listSchema = z.strictObject({
	agentId: agentId.optional(),
	limit: z.int().min(1).max(500).default(50),
	cursor: z.string().optional(),
});
const position = z.object({ id: z.string() });

/** Subscriptions of agents and tenants. */
export function createSubscriptions(
	platform: Platform,
): Pick<Webhooks, "subscribe" | "subscriptions" | "unsubscribe"> {
	const { tenant } = platform;
	return {
		async subscribe(options) {
			const { url, agentId, events, id } = parse(newSchema, options, "subscription");
			checkUrl(url, platform.networkOfCallers);
			const now = Date.now();
			const wanted = { tenant, id: id ?? uuidV7(now), url, agentId, events, createdAt: now };
			const stored = await platform.store.subscriptions.put(wanted);
			if (!isSame(stored, wanted)) {
				const message = `subscription "${stored.id}" already exists with another URL, agent or filter: unsubscribe it first, or use another id`;
				throw new HoldfastError("already_exists", message, { id: stored.id });
			}
			platform.deliver(undefined, true);
			return toSubscription(stored);
		},
		async subscriptions(options = {}) {
			const { agentId, limit, cursor } = parse(listSchema, options, "list options");
			const after = cursor === undefined ? undefined : decodeCursor(position, cursor).id;
			const found = await platform.store.subscriptions.list({ tenant, agentId, limit: limit + 1, after });
			const items = found.slice(0, limit);
			const last = items.at(-1);
			const page: Page<Subscription> = { items: items.map(toSubscription) };
			if (found.length > limit && last) page.next = encodeCursor({ id: last.id });
			return page;
		},
		async unsubscribe(given) {
			const id = parse(keyText, given, "subscription id");
			if (await platform.store.subscriptions.remove(tenant, id)) return;
			throw new HoldfastError("not_found", `there is no subscription "${id}"`, { id });
		},
	};
}

const isSame = (a: SubscriptionRecord, b: SubscriptionRecord): boolean =>
	a.url === b.url &&
	a.agentId === b.agentId &&
	JSON.stringify(a.events?.toSorted()) === JSON.stringify(b.events?.toSorted());

const toSubscription = ({ id, url, agentId, events, createdAt }: SubscriptionRecord): Subscription => ({
	id,
	url,
	...(agentId !== undefined && { agentId }),
	...(events && { events: [...events] }),
	createdAt: new Date(createdAt).toISOString(),
});
