import type { SessionUid, TenantId } from "../../event/index.ts";
import type {
	DeliveryKey,
	DeliveryListQuery,
	DeliveryOutcome,
	DeliveryRecord,
	WaitingDeliveries,
} from "../ports/index.ts";
import { row, rows, run, type Sql, type SqlValue, tuples } from "./call.ts";

interface DeliveryRow {
	session_no: number;
	uid: string;
	url: string;
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
	url: delivery.url,
	nextOffset: delivery.next_offset,
	status: delivery.status as DeliveryRecord["status"],
	attempts: delivery.attempts,
	dueAt: delivery.due_at,
	error: delivery.error ?? undefined,
	failingSince: delivery.failing_since ?? undefined,
	createdAt: delivery.created_at,
	token: delivery.token,
});

const SELECT = `SELECT d.session_no, s.uid, d.url, d.next_offset, d.status, d.attempts, d.due_at, d.error, d.failing_since,
	d.created_at, d.token FROM {deliveries} d JOIN {sessions} s ON {mine:s} AND s.no = d.session_no`;

// By the session's number, not through an index of all that the tenant has.
const OF_ONE = "{mine:d} AND s.tenant = ? AND s.uid = ?";

export function* listDeliveries(query: DeliveryListQuery): Sql<DeliveryRecord[]> {
	const { tenant, uid, status, limit, after } = query;
	let text = `${SELECT} WHERE ${uid === undefined ? "d.tenant = ?" : OF_ONE}`;
	const params: SqlValue[] = uid === undefined ? [tenant] : [tenant, uid];
	if (status !== undefined) {
		text += " AND d.status = ?";
		params.push(status);
	}
	if (after !== undefined) {
		text += " AND (s.uid > ? OR (s.uid = ? AND d.url > ?))";
		params.push(after.uid, after.uid, after.url);
	}
	const found = yield* rows<DeliveryRow>(`${text} ORDER BY s.uid, d.url LIMIT ?`, ...params, limit);
	return found.map((delivery) => toRecord(tenant, delivery));
}

const FREE = `d.status = 'active' AND d.due_at <= {now} AND (d.alive_until IS NULL OR d.alive_until <= {now})`;

/** Of every tenant, as `listWaiting` is. */
export function* waitingDeliveries(limit: number): Sql<WaitingDeliveries[]> {
	const found = yield* tuples<[TenantId, number]>(
		`SELECT d.tenant, count(*) FROM {deliveries} d JOIN {heads} h ON {same:d,h} AND h.no = d.session_no
		WHERE ${FREE} AND d.next_offset < h.head GROUP BY d.tenant ORDER BY min(d.due_at), d.tenant LIMIT ?`,
		limit,
	);
	return found.map(([tenant, deliveries]) => ({ tenant, deliveries }));
}

const claimable = (whose: string): string => `${SELECT} JOIN {heads} h ON {mine:h} AND h.no = d.session_no
	WHERE ${whose} AND ${FREE} AND d.next_offset < h.head ORDER BY d.due_at, s.uid, d.url LIMIT ? {skip:d}`;
const CLAIMABLE = claimable("d.tenant = ?");
const CLAIMABLE_OF_ONE = claimable(OF_ONE);
const CLAIM = `UPDATE {deliveries} SET token = token + 1, alive_until = {now} + ?
	WHERE tenant = ? AND session_no = ? AND url = ? RETURNING token`;

export function* claimDeliveries(
	tenant: TenantId,
	aliveMs: number,
	limit: number,
	uid?: SessionUid,
): Sql<DeliveryRecord[]> {
	if (limit < 1) return [];
	const claimed: DeliveryRecord[] = [];
	const found =
		uid === undefined
			? yield* rows<DeliveryRow>(CLAIMABLE, tenant, limit)
			: yield* rows<DeliveryRow>(CLAIMABLE_OF_ONE, tenant, uid, limit);
	for (const delivery of found) {
		const { session_no: no, url } = delivery;
		const taken = yield* row<{ token: number }>(CLAIM, aliveMs, tenant, no, url);
		if (taken) claimed.push({ ...toRecord(tenant, delivery), token: taken.token });
	}
	return claimed;
}

const ONE = `tenant = ? AND session_no = (SELECT no FROM {sessions} WHERE tenant = ? AND uid = ?) AND url = ?`;
const HELD = `${ONE} AND token = ? AND alive_until IS NOT NULL`;

const keyOf = (tenant: TenantId, { uid, url }: DeliveryKey): SqlValue[] => [tenant, tenant, uid, url];

export function* advanceDelivery(
	tenant: TenantId,
	key: DeliveryKey,
	token: number,
	nextOffset: number,
	aliveMs: number,
): Sql<boolean> {
	const text = `UPDATE {deliveries} SET next_offset = ?, attempts = 0, error = NULL, failing_since = NULL,
		alive_until = {now} + ? WHERE ${HELD}`;
	return (yield* run(text, nextOffset, aliveMs, ...keyOf(tenant, key), token)) === 1;
}

const FAILED =
	"alive_until = NULL, attempts = attempts + 1, error = ?, failing_since = coalesce(failing_since, ?)";

export function* settleDelivery(
	tenant: TenantId,
	key: DeliveryKey,
	token: number,
	outcome: DeliveryOutcome,
): Sql<boolean> {
	const held = [...keyOf(tenant, key), token];
	if ("done" in outcome) {
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

export function* redriveDelivery(
	tenant: TenantId,
	key: DeliveryKey,
	{ skip }: { skip: boolean },
	at: number,
): Sql<boolean> {
	// Only behind what is known to fail: somebody may have delivered it just now.
	const next = skip ? "next_offset + CASE WHEN failing_since IS NULL THEN 0 ELSE 1 END" : "next_offset";
	const text = `UPDATE {deliveries} SET status = 'active', due_at = ?, attempts = 0, error = NULL, failing_since = NULL,
		next_offset = ${next} WHERE ${ONE}`;
	return (yield* run(text, at, ...keyOf(tenant, key))) === 1;
}
