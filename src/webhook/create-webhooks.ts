import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { sessionUid } from "../event/index.ts";
import {
	decodeCursor,
	encodeCursor,
	type Page,
	type Platform,
	refOf,
	resolveName,
} from "../session/index.ts";
import { type DeliveryRecord, noSession } from "../store/ports/index.ts";
import { rotateSecrets, secretsOf } from "./secrets.ts";
import { createSubscriptions } from "./subscriptions.ts";
import type { Delivery, Webhooks } from "./webhooks.ts";

const HOUR = 3_600_000;
/** More than a session can have: its own URLs and subscriptions. */
const ALL = 1_000;

const listSchema = z.strictObject({
	status: z.enum(["active", "dead"]).optional(),
	limit: z.int().min(1).max(500).default(50),
	cursor: z.string().optional(),
});
const retrySchema = z.strictObject({ skip: z.boolean().default(false) });
const rotateSchema = z.strictObject({
	keepOldHours: z
		.number()
		.min(0)
		.max(24 * 365)
		.default(24),
});
const position = z.object({ uid: sessionUid, url: z.string(), subscription: z.string().optional() });

/** Calls `nudge` when something may be sent again. */
export function createWebhooks(platform: Platform, nudge: () => void): Webhooks {
	const { tenant } = platform;
	return {
		async list(options = {}) {
			const { status, limit, cursor } = parse(listSchema, options, "list options");
			const after = cursor === undefined ? undefined : decodeCursor(position, cursor);
			const found = await platform.store.deliveries.list({ tenant, status, limit: limit + 1, after });
			const items = found.slice(0, limit);
			const last = items.at(-1);
			const page: Page<Delivery> = { items: await toDeliveries(platform, items) };
			if (found.length > limit && last) page.next = encodeCursor(positionOf(last));
			return page;
		},
		...createSubscriptions(platform),
		async retry(ref, options = {}) {
			const { skip } = parse(retrySchema, options, "retry options");
			const name = await resolveName(platform, ref);
			const session = await platform.store.sessions.get({ name });
			if (!session) throw noSession({ name });
			const { deliveries } = platform.store;
			let any = false;
			for (const found of await deliveries.list({ tenant, uid: session.uid, limit: ALL })) {
				any = (await deliveries.redrive({ tenant, key: found, skip, at: Date.now() })) || any;
			}
			if (!any) {
				throw new HoldfastError(
					"not_found",
					`session "${name.sessionId}" has no webhook URL and no deliveries to a subscription`,
					{
						sessionId: name.sessionId,
					},
				);
			}
			nudge();
		},
		async secret() {
			const [secret = ""] = await secretsOf(platform.store, tenant);
			return { secret };
		},
		async rotateSecret(options = {}) {
			const { keepOldHours } = parse(rotateSchema, options, "rotation options");
			return { secret: await rotateSecrets(platform.store, tenant, keepOldHours * HOUR) };
		},
	};
}

const positionOf = ({ uid, url, subscription }: DeliveryRecord) =>
	subscription === undefined ? { uid, url } : { uid, url: "", subscription };

/** Omits deliveries whose session was deleted at this moment. */
async function toDeliveries({ store, tenant }: Platform, records: DeliveryRecord[]): Promise<Delivery[]> {
	const found = await Promise.all(
		records.map(async (record): Promise<Delivery[]> => {
			const session = await store.sessions.get({ uid: record.uid, tenant });
			if (!session) return [];
			const { agentId, sessionId, userId } = refOf(session);
			return [
				{
					session: { agentId, sessionId, ...(userId !== undefined && { userId }) },
					url: record.url,
					...(record.subscription !== undefined && { subscription: record.subscription }),
					...(record.events && { events: [...record.events] }),
					status: record.status,
					nextOffset: record.nextOffset,
					pending: Math.max(0, session.head - Math.max(record.nextOffset, session.base)),
					attempts: record.attempts,
					...(record.error !== undefined && { error: record.error }),
					dueAt: new Date(record.dueAt).toISOString(),
					...(record.failingSince !== undefined && {
						failingSince: new Date(record.failingSince).toISOString(),
					}),
				},
			];
		}),
	);
	return found.flat();
}
