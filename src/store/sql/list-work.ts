import type { TenantId } from "../../event/index.ts";
import type { WaitingWork } from "../ports/index.ts";
import { type Sql, tuples } from "./call.ts";

/**
 * Across all tenants: this statement and the one for deliveries are the only ones that are not limited to one
 * tenant. They need a role with that access.
 */
export function* listWaiting(limit: number): Sql<WaitingWork[]> {
	const found = yield* tuples<[TenantId, number, number]>(
		`SELECT j.tenant, count(*), min(j.due_at) FROM {jobs} j WHERE (j.status = 'queued' AND j.due_at <= {now})
		OR (j.status = 'running' AND j.alive_until <= {now}) GROUP BY j.tenant ORDER BY min(j.due_at), j.tenant LIMIT ?`,
		limit,
	);
	return found.map(([tenant, jobs, dueAt]) => ({ tenant, jobs, dueAt }));
}
