import type { TenantId } from "../../event/index.ts";
import type { WaitingWork } from "../ports/index.ts";
import { type Sql, tuples } from "./call.ts";

/** Of every tenant: this and that of deliveries are the statements that are not kept to one. Whoever runs it must be allowed to see that much. */
export function* listWaiting(limit: number): Sql<WaitingWork[]> {
	const found = yield* tuples<[TenantId, number, number]>(
		`SELECT j.tenant, count(*), min(j.due_at) FROM {jobs} j WHERE (j.status = 'queued' AND j.due_at <= {now})
		OR (j.status = 'running' AND j.alive_until <= {now}) GROUP BY j.tenant ORDER BY min(j.due_at), j.tenant LIMIT ?`,
		limit,
	);
	return found.map(([tenant, jobs, dueAt]) => ({ tenant, jobs, dueAt }));
}
