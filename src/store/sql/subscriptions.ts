import type { AgentId, TenantId } from "../../event/index.ts";
import {
	MOST_SUBSCRIPTIONS,
	type SubscriptionListQuery,
	type SubscriptionRecord,
	tooManySubscriptions,
} from "../ports/index.ts";
import { hold, row, rows, run, type Sql, type SqlCall, type SqlValue, tell } from "./call.ts";

interface SubscriptionRow {
	id: string;
	url: string;
	agent_id: string | null;
	events: string | null;
	created_at: number;
}

const COLUMNS = "id, url, agent_id, events, created_at";

/** The stored filters; null: every event. */
export const filterText = (events: readonly string[] | undefined): string | null =>
	events === undefined ? null : JSON.stringify(events);

export const toFilters = (text: string | null): string[] | undefined =>
	text === null ? undefined : JSON.parse(text);

const toRecord = (tenant: TenantId, stored: SubscriptionRow): SubscriptionRecord => ({
	tenant,
	id: stored.id,
	url: stored.url,
	agentId: (stored.agent_id ?? undefined) as AgentId | undefined,
	events: toFilters(stored.events),
	createdAt: stored.created_at,
});

export function* putSubscription(record: SubscriptionRecord): Sql<SubscriptionRecord> {
	const { tenant, id, url, agentId, events, createdAt } = record;
	// Serializes puts, so that two near the limit are counted one after the other.
	yield hold("subscriptions", tenant);
	const found = yield* row<SubscriptionRow>(
		`SELECT ${COLUMNS} FROM {subscriptions} WHERE tenant = ? AND id = ?`,
		tenant,
		id,
	);
	if (found) return toRecord(tenant, found);
	const text = "SELECT count(*) AS n FROM {subscriptions} WHERE tenant = ?";
	const counted = yield* row<{ n: number }>(text, tenant);
	if ((counted?.n ?? 0) >= MOST_SUBSCRIPTIONS) throw tooManySubscriptions();
	yield tell(
		`INSERT INTO {subscriptions} (tenant, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`,
		tenant,
		id,
		url,
		agentId ?? null,
		filterText(events),
		createdAt,
	);
	return { ...record };
}

export function* listSubscriptions(query: SubscriptionListQuery): Sql<SubscriptionRecord[]> {
	const { tenant, agentId, limit, after } = query;
	let text = `SELECT ${COLUMNS} FROM {subscriptions} WHERE tenant = ?`;
	const params: SqlValue[] = [tenant];
	if (agentId !== undefined) {
		text += " AND agent_id = ?";
		params.push(agentId);
	}
	if (after !== undefined) {
		text += " AND id > ?";
		params.push(after);
	}
	const found = yield* rows<SubscriptionRow>(`${text} ORDER BY id LIMIT ?`, ...params, limit);
	return found.map((stored) => toRecord(tenant, stored));
}

export function* removeSubscription(tenant: TenantId, id: string): Sql<boolean> {
	const count = yield* run("DELETE FROM {subscriptions} WHERE tenant = ? AND id = ?", tenant, id);
	yield tell("DELETE FROM {deliveries} WHERE tenant = ? AND subscription = ?", tenant, id);
	return count === 1;
}

/**
 * Creates a delivery for each subscription that covers a session and has none there. Must come after a change
 * of the session's head in the same transaction: the removal of a completed delivery locks the head.
 */
const OWE = `INSERT INTO {deliveries} (tenant, session_no, subscription, url, next_offset, status, attempts, due_at, created_at, token)
	SELECT b.tenant, ?, b.id, '', ?, 'active', 0, {now}, {now}, {chance} FROM {subscriptions} b
	WHERE b.tenant = ? AND (b.agent_id IS NULL OR b.agent_id = ?) ON CONFLICT DO NOTHING`;

/**
 * Creates deliveries for the subscriptions that cover a session, after events were written from this offset
 * on.
 */
export const oweSubscriptions = (
	{ no, tenant, agent_id: agentId }: { no: number; tenant: string; agent_id: string },
	from: number,
): SqlCall => ({ text: OWE, params: [no, from, tenant, agentId], want: "nothing" });
