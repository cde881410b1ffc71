import type { SessionUid, TenantId } from "../../event/index.ts";
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
import { row, rows, run, type Sql, type SqlValue, tell, tuples } from "./call.ts";
import { each } from "./chunks.ts";
import { toFilters } from "./subscriptions.ts";

interface DeliveryRow {
	session_no: number;
	uid: string;
	subscription: string;
	/** Null: its subscription was removed. */
	url: string | null;
	events: string | null;
	next_offset: number;
	status: string;
	attempts: number;
	due_at: number;
	error: string | null;
	failing_since: number | null;
	created_at: number;
	token: number;
}

const toRecord = (tenant: TenantId, delivery: DeliveryRow): DeliveryRecord => ({
	tenant,
	uid: delivery.uid as SessionUid,
	subscription: delivery.subscription === "" ? undefined : delivery.subscription,
	url: delivery.url ?? "",
	events: toFilters(delivery.events),
	nextOffset: delivery.next_offset,
	status: delivery.status as DeliveryRecord["status"],
	attempts: delivery.attempts,
	dueAt: delivery.due_at,
	error: delivery.error ?? undefined,
	failingSince: delivery.failing_since ?? undefined,
	createdAt: delivery.created_at,
	token: delivery.token,
});

/*
 * A row is for one of the session's own URLs, or for a subscription, which has the URL and the filters. An
 * append that began before its subscription was removed may leave an orphaned row behind. The next claim that
 * finds one removes it.
 */
const TARGET = "CASE WHEN d.subscription = '' THEN d.url ELSE b.url END";
const SELECT = `SELECT d.session_no, s.uid, d.subscription, ${TARGET} AS url,
	CASE WHEN d.subscription = '' THEN d.events ELSE b.events END AS events, d.next_offset, d.status, d.attempts, d.due_at,
	d.error, d.failing_since, d.created_at, d.token FROM {deliveries} d JOIN {sessions} s ON {mine:s} AND s.no = d.session_no
	LEFT JOIN {subscriptions} b ON {mine:b} AND b.tenant = d.tenant AND b.id = d.subscription`;

// By the session's number, not through an index of everything in the tenant.
const OF_ONE = "{mine:d} AND s.tenant = ? AND s.uid = ?";

/** The key columns of a session's deliveries. */
const columnsOf = ({ subscription, url }: Omit<DeliveryKey, "uid">): [subscription: string, url: string] =>
	subscription === undefined ? ["", url] : [subscription, ""];

export function* listDeliveries(query: DeliveryListQuery): Sql<DeliveryRecord[]> {
	const { tenant, uid, status, limit, after } = query;
	let text = `${SELECT} WHERE ${uid === undefined ? "d.tenant = ?" : OF_ONE} AND (d.subscription = '' OR b.id IS NOT NULL)`;
	const params: SqlValue[] = uid === undefined ? [tenant] : [tenant, uid];
	if (status !== undefined) {
		text += " AND d.status = ?";
		params.push(status);
	}
	if (after !== undefined) {
		text += " AND (s.uid, d.subscription, d.url) > (?, ?, ?)";
		params.push(after.uid, ...columnsOf(after));
	}
	const ordered = `${text} ORDER BY s.uid, d.subscription, d.url LIMIT ?`;
	const found = yield* rows<DeliveryRow>(ordered, ...params, limit);
	return found.map((delivery) => toRecord(tenant, delivery));
}

const FREE = `d.status = 'active' AND d.due_at <= {now} AND (d.alive_until IS NULL OR d.alive_until <= {now})`;

/** Across all tenants, like `listWaiting`. */
export function* waitingDeliveries(limit: number): Sql<WaitingDeliveries[]> {
	const found = yield* tuples<[TenantId, number]>(
		`SELECT d.tenant, count(*) FROM {deliveries} d JOIN {heads} h ON {same:d,h} AND h.no = d.session_no
		WHERE ${FREE} AND d.next_offset < h.head GROUP BY d.tenant ORDER BY min(d.due_at), d.tenant LIMIT ?`,
		limit,
	);
	return found.map(([tenant, deliveries]) => ({ tenant, deliveries }));
}

const CLAIM = `UPDATE {deliveries} SET token = token + 1, alive_until = {now} + ?
	WHERE tenant = ? AND session_no = ? AND subscription = ? AND url = ? RETURNING token`;
const DROP = "DELETE FROM {deliveries} WHERE tenant = ? AND session_no = ? AND subscription = ?";

function* claimable(tenant: TenantId, { limit, uid, except = [] }: DeliveryClaim): Sql<DeliveryRow[]> {
	const whose = uid === undefined ? "d.tenant = ?" : OF_ONE;
	// Null for an orphaned row, which must still be found.
	const others = except.length === 0 ? "" : ` AND coalesce(${TARGET}, '') NOT IN (${each(except, "?")})`;
	return yield* rows<DeliveryRow>(
		`${SELECT} JOIN {heads} h ON {mine:h} AND h.no = d.session_no
		WHERE ${whose} AND ${FREE} AND d.next_offset < h.head${others} ORDER BY d.due_at, s.uid, d.subscription, d.url LIMIT ? {skip:d}`,
		tenant,
		...(uid === undefined ? [] : [uid]),
		...except,
		limit,
	);
}

export function* claimDeliveries(
	tenant: TenantId,
	aliveMs: number,
	which: DeliveryClaim,
): Sql<DeliveryRecord[]> {
	if (which.limit < 1) return [];
	const claimed: DeliveryRecord[] = [];
	for (const delivery of yield* claimable(tenant, which)) {
		const { session_no: no, subscription, url } = delivery;
		if (url === null) {
			yield tell(DROP, tenant, no, subscription);
			continue;
		}
		const key = columnsOf({ subscription: subscription || undefined, url });
		const taken = yield* row<{ token: number }>(CLAIM, aliveMs, tenant, no, ...key);
		if (taken) claimed.push({ ...toRecord(tenant, delivery), token: taken.token });
	}
	return claimed;
}

const ONE = `tenant = ? AND session_no = (SELECT no FROM {sessions} WHERE tenant = ? AND uid = ?) AND subscription = ?
	AND url = ?`;
const HELD = `${ONE} AND token = ? AND alive_until IS NOT NULL`;

const keyOf = (tenant: TenantId, key: DeliveryKey): SqlValue[] => [
	tenant,
	tenant,
	key.uid,
	...columnsOf(key),
];

export function* advanceDelivery({ tenant, key, token, nextOffset, aliveMs }: DeliveryAdvance): Sql<boolean> {
	const text = `UPDATE {deliveries} SET next_offset = ?, attempts = 0, error = NULL, failing_since = NULL,
		alive_until = {now} + ? WHERE ${HELD}`;
	return (yield* run(text, nextOffset, aliveMs, ...keyOf(tenant, key), token)) === 1;
}

const FAILED =
	"alive_until = NULL, attempts = attempts + 1, error = ?, failing_since = coalesce(failing_since, ?)";

/**
 * Locks the head: an append either comes first, and there is more to deliver, or creates another delivery
 * after this.
 */
function* removeSettled(tenant: TenantId, key: DeliveryKey, token: number): Sql<boolean> {
	const head = yield* row<{ head: number }>(
		`SELECT h.head FROM {heads} h WHERE {mine:h} AND h.no = (SELECT no FROM {sessions} WHERE tenant = ? AND uid = ?) {lock:h}`,
		tenant,
		key.uid,
	);
	const text = `DELETE FROM {deliveries} WHERE ${HELD} AND next_offset >= ?`;
	return (yield* run(text, ...keyOf(tenant, key), token, head?.head ?? 0)) === 1;
}

export function* settleDelivery({ tenant, key, token, outcome }: DeliverySettlement): Sql<boolean> {
	const held = [...keyOf(tenant, key), token];
	if ("done" in outcome) {
		if (key.subscription !== undefined && (yield* removeSettled(tenant, key, token))) return true;
		const text = `UPDATE {deliveries} SET alive_until = NULL, due_at = {now} WHERE ${HELD}`;
		return (yield* run(text, ...held)) === 1;
	}
	if ("dead" in outcome) {
		const { error, at } = outcome.dead;
		const text = `UPDATE {deliveries} SET status = 'dead', ${FAILED} WHERE ${HELD}`;
		return (yield* run(text, error, at, ...held)) === 1;
	}
	const { dueAt, error, at } = outcome.retry;
	const text = `UPDATE {deliveries} SET due_at = ?, ${FAILED} WHERE ${HELD}`;
	return (yield* run(text, dueAt, error, at, ...held)) === 1;
}

export function* redriveDelivery({ tenant, key, skip, at }: DeliveryRedrive): Sql<boolean> {
	// Skips only an event that is known to fail: it may have been delivered in the meantime.
	const next = skip ? "next_offset + CASE WHEN failing_since IS NULL THEN 0 ELSE 1 END" : "next_offset";
	const text = `UPDATE {deliveries} SET status = 'active', due_at = ?, attempts = 0, error = NULL, failing_since = NULL,
		next_offset = ${next} WHERE ${ONE}`;
	return (yield* run(text, at, ...keyOf(tenant, key))) === 1;
}
