import type { TenantId } from "../../event/index.ts";
import type { DeliveryRecord, JobRecord } from "./records.ts";

/** Durable work that appends have asked for. */
export interface WorkPort {
	/** Jobs of a tenant, oldest first. */
	jobs(tenant: TenantId, limit: number): Promise<JobRecord[]>;
	/** Delivery cursors of a tenant. */
	deliveries(tenant: TenantId, limit: number): Promise<DeliveryRecord[]>;
}
