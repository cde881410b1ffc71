import type { SessionUid, TenantId } from "../../event/index.ts";
import type { DeliveryRecord, JobRecord } from "../ports/index.ts";
import { rows, type Sql } from "./call.ts";

interface JobRow {
	id: string;
	uid: string | null;
	kind: string;
	payload: string;
	status: string;
	attempts: number;
	due_at: number;
	created_at: number;
}

export function* listJobs(tenant: TenantId, limit: number): Sql<JobRecord[]> {
	const found = yield* rows<JobRow>(
		`SELECT j.id, s.uid, j.kind, j.payload, j.status, j.attempts, j.due_at, j.created_at
		FROM {jobs} j LEFT JOIN {sessions} s ON s.no = j.session_no WHERE j.tenant = ? ORDER BY j.created_at, j.id LIMIT ?`,
		...[tenant, limit],
	);
	return found.map((job) => ({
		id: job.id,
		tenant,
		uid: (job.uid ?? undefined) as SessionUid | undefined,
		kind: job.kind,
		payload: JSON.parse(job.payload),
		status: job.status as JobRecord["status"],
		attempts: job.attempts,
		dueAt: job.due_at,
		createdAt: job.created_at,
	}));
}

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
		FROM {deliveries} d JOIN {sessions} s ON s.no = d.session_no WHERE s.tenant = ? ORDER BY d.session_no LIMIT ?`,
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
