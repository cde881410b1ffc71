import type { SessionUid, TenantId } from "../../event/index.ts";
import type { DeliveryRecord } from "../ports/index.ts";
import { rows, type Sql } from "./call.ts";

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
