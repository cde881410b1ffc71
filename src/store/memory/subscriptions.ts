import type { TenantId } from "../../event/index.ts";
import {
	type DeliveryKey,
	firstNumber,
	MOST_SUBSCRIPTIONS,
	type SubscriptionListQuery,
	type SubscriptionRecord,
	tooManySubscriptions,
} from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import { clock } from "./runs.ts";
import type { MemoryDelivery, MemorySession } from "./stored.ts";

/** A URL cannot contain a NUL. */
export const deliveryKey = ({ subscription, url }: Omit<DeliveryKey, "uid">): string =>
	subscription === undefined ? url : `\0${subscription}`;

type Wanted = Pick<SubscriptionRecord, "url" | "events"> & { subscription: string | undefined };

export function newDelivery(
	{ record }: MemorySession,
	wanted: Wanted,
	nextOffset: number,
	at: number,
): MemoryDelivery {
	const { tenant, uid } = record;
	return {
		record: {
			tenant,
			uid,
			...wanted,
			nextOffset,
			status: "active",
			attempts: 0,
			dueAt: at,
			error: undefined,
			failingSince: undefined,
			createdAt: at,
			token: firstNumber(),
		},
		aliveUntil: undefined,
	};
}

/**
 * Creates deliveries for the subscriptions that cover a session, after events were written from this offset
 * on.
 */
export function oweSubscriptions(data: MemoryData, session: MemorySession, from: number): void {
	const { tenant, agentId } = session.record;
	for (const { id, url, events, agentId: only } of data.subscriptions.get(tenant)?.values() ?? []) {
		const key = deliveryKey({ subscription: id, url });
		if ((only !== undefined && only !== agentId) || session.deliveries.has(key)) continue;
		data.setDelivery(session, key, newDelivery(session, { subscription: id, url, events }, from, clock()));
	}
}

const copy = (record: SubscriptionRecord): SubscriptionRecord => structuredClone(record);

export function putSubscription(data: MemoryData, record: SubscriptionRecord): SubscriptionRecord {
	const mine = data.subscriptions.get(record.tenant) ?? new Map<string, SubscriptionRecord>();
	const found = mine.get(record.id);
	if (found) return copy(found);
	if (mine.size >= MOST_SUBSCRIPTIONS) throw tooManySubscriptions();
	data.subscriptions.set(record.tenant, mine.set(record.id, copy(record)));
	return copy(record);
}

export function listSubscriptions(data: MemoryData, query: SubscriptionListQuery): SubscriptionRecord[] {
	const { tenant, agentId, limit, after } = query;
	return [...(data.subscriptions.get(tenant)?.values() ?? [])]
		.filter((record) => agentId === undefined || record.agentId === agentId)
		.filter(({ id }) => after === undefined || id > after)
		.sort((a, b) => (a.id < b.id ? -1 : 1))
		.slice(0, limit)
		.map(copy);
}

export function removeSubscription(data: MemoryData, tenant: TenantId, id: string): boolean {
	const mine = data.subscriptions.get(tenant);
	if (!mine?.delete(id)) return false;
	if (mine.size === 0) data.subscriptions.delete(tenant);
	const key = deliveryKey({ subscription: id, url: "" });
	for (const { record, deliveries } of data.owing()) {
		if (record.tenant === tenant) deliveries.delete(key);
	}
	return true;
}
