import type { SessionUid, TenantId } from "../../event/index.ts";
import type { DeliveryRecord, WaitingWork } from "../ports/index.ts";
import { rows, type Sql, tuples } from "./call.ts";

interface DeliveryRow {
	uid: string;
	url: string;
	next_offset: number;
	status: string;
	attempts: number;
	due_at: number;
}

export function* listDeliveries(tenant: TenantId, limit: number): Sql<DeliveryRecord[]> {
	const found = yield* rows<DeliveryRow>(
		`SELECT s.uid, d.url, d.next_offset, d.status, d.attempts, d.due_at
		FROM {deliveries} d JOIN {sessions} s ON s.no = d.session_no
		WHERE {mine:d} AND s.tenant = ? ORDER BY d.session_no LIMIT ?`,
		...[tenant, limit],
	);
	return found.map((delivery) => ({
		tenant,
		uid: delivery.uid as SessionUid,
		url: delivery.url,
		nextOffset: delivery.next_offset,
		status: delivery.status as DeliveryRecord["status"],
		attempts: delivery.attempts,
		dueAt: delivery.due_at,
	}));
}

/** Of every tenant: the one statement that is not kept to one. Whoever runs it must be allowed to see that much. */
export function* listWaiting(limit: number): Sql<WaitingWork[]> {
	const found = yield* tuples<[TenantId, number, number]>(
		`SELECT j.tenant, count(*), min(j.due_at) FROM {jobs} j WHERE (j.status = 'queued' AND j.due_at <= {now})
		OR (j.status = 'running' AND j.alive_until <= {now}) GROUP BY j.tenant ORDER BY min(j.due_at), j.tenant LIMIT ?`,
		limit,
	);
	return found.map(([tenant, jobs, dueAt]) => ({ tenant, jobs, dueAt }));
}
