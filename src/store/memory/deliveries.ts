import type { TenantId } from "../../event/index.ts";
import type {
	DeliveryAdvance,
	DeliveryClaim,
	DeliveryKey,
	DeliveryListQuery,
	DeliveryRecord,
	DeliveryRedrive,
	DeliverySettlement,
	WaitingDeliveries,
} from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import { clock } from "./runs.ts";
import type { MemoryDelivery, MemorySession } from "./stored.ts";
import { deliveryKey } from "./subscriptions.ts";

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byKey = (a: DeliveryKey, b: DeliveryKey): number =>
	compare(a.uid, b.uid) ||
	compare(a.subscription ?? "", b.subscription ?? "") ||
	(a.subscription === undefined ? compare(a.url, b.url) : 0);
const byDue = (a: DeliveryRecord, b: DeliveryRecord): number => a.dueAt - b.dueAt || byKey(a, b);

export function listDeliveries(data: MemoryData, query: DeliveryListQuery): DeliveryRecord[] {
	const { tenant, uid, status, limit, after } = query;
	return [...data.owing()]
		.filter(({ record }) => record.tenant === tenant && (uid === undefined || record.uid === uid))
		.flatMap((session) => [...session.deliveries.values()].map(({ record }) => record))
		.filter((delivery) => status === undefined || delivery.status === status)
		.sort(byKey)
		.filter((delivery) => after === undefined || byKey(delivery, after) > 0)
		.slice(0, limit)
		.map((delivery) => ({ ...delivery }));
}

/** Deliveries that are waiting and unclaimed. */
function* waitingIn(sessions: Iterable<MemorySession>, now: number): Generator<MemoryDelivery> {
	for (const { record, deliveries } of sessions) {
		for (const delivery of deliveries.values()) {
			const { status, dueAt, nextOffset } = delivery.record;
			const isFree = delivery.aliveUntil === undefined || delivery.aliveUntil <= now;
			if (status === "active" && dueAt <= now && nextOffset < record.head && isFree) yield delivery;
		}
	}
}

export function waitingDeliveries(data: MemoryData, limit: number): WaitingDeliveries[] {
	const found = new Map<TenantId, { tenant: TenantId; deliveries: number; dueAt: number }>();
	for (const { record } of waitingIn(data.owing(), clock())) {
		const { tenant, dueAt } = record;
		const known = found.get(tenant) ?? { tenant, deliveries: 0, dueAt };
		found.set(tenant, { tenant, deliveries: known.deliveries + 1, dueAt: Math.min(known.dueAt, dueAt) });
	}
	return [...found.values()]
		.sort((a, b) => a.dueAt - b.dueAt || compare(a.tenant, b.tenant))
		.slice(0, limit)
		.map(({ tenant, deliveries }) => ({ tenant, deliveries }));
}

export function claimDeliveries(
	data: MemoryData,
	tenant: TenantId,
	aliveMs: number,
	{ limit, uid, except = [] }: DeliveryClaim,
): DeliveryRecord[] {
	const now = clock();
	const only = uid === undefined ? undefined : data.byUid.get(uid);
	const sessions = uid === undefined ? data.owing() : only ? [only] : [];
	const free = [...waitingIn(sessions, now)].filter(
		({ record }) => record.tenant === tenant && !except.includes(record.url),
	);
	return free
		.sort((a, b) => byDue(a.record, b.record))
		.slice(0, limit)
		.map((delivery) => {
			delivery.record.token += 1;
			delivery.aliveUntil = now + aliveMs;
			return { ...delivery.record };
		});
}

function find(data: MemoryData, tenant: TenantId, key: DeliveryKey): MemoryDelivery | undefined {
	return data.find({ uid: key.uid, tenant })?.deliveries.get(deliveryKey(key));
}

function findHeld(
	data: MemoryData,
	tenant: TenantId,
	key: DeliveryKey,
	token: number,
): MemoryDelivery | undefined {
	const delivery = find(data, tenant, key);
	return delivery?.record.token === token && delivery.aliveUntil !== undefined ? delivery : undefined;
}

const NO_FAILURE = { attempts: 0, error: undefined, failingSince: undefined };

export function advanceDelivery(
	data: MemoryData,
	{ tenant, key, token, nextOffset, aliveMs }: DeliveryAdvance,
): boolean {
	const held = findHeld(data, tenant, key, token);
	if (!held) return false;
	Object.assign(held.record, { ...NO_FAILURE, nextOffset });
	held.aliveUntil = clock() + aliveMs;
	return true;
}

export function settleDelivery(
	data: MemoryData,
	{ tenant, key, token, outcome }: DeliverySettlement,
): boolean {
	const held = findHeld(data, tenant, key, token);
	if (!held) return false;
	held.aliveUntil = undefined;
	if ("done" in outcome) {
		held.record.dueAt = clock();
		const session = data.find({ uid: key.uid, tenant });
		const isDone = held.record.nextOffset >= (session?.record.head ?? 0);
		if (held.record.subscription !== undefined && isDone) session?.deliveries.delete(deliveryKey(key));
		return true;
	}
	const { error, at } = "dead" in outcome ? outcome.dead : outcome.retry;
	const { attempts, failingSince } = held.record;
	Object.assign(held.record, { attempts: attempts + 1, error, failingSince: failingSince ?? at });
	if ("dead" in outcome) held.record.status = "dead";
	else held.record.dueAt = outcome.retry.dueAt;
	return true;
}

export function redriveDelivery(data: MemoryData, { tenant, key, skip, at }: DeliveryRedrive): boolean {
	const delivery = find(data, tenant, key);
	if (!delivery) return false;
	const { nextOffset, failingSince } = delivery.record;
	const skipped = skip && failingSince !== undefined ? 1 : 0;
	Object.assign(delivery.record, {
		...NO_FAILURE,
		status: "active",
		dueAt: at,
		nextOffset: nextOffset + skipped,
	});
	return true;
}
