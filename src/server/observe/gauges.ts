import { HoldfastError } from "../../error/index.ts";
import type { House } from "../../house.ts";
import type { Call } from "../operation.ts";
import { family } from "./metrics.ts";

const MOST = 1_000;

async function countOr(work: () => Promise<number>): Promise<number | undefined> {
	try {
		return await work();
	} catch (error) {
		// The store cannot look, or is unavailable. The other metrics are still reported.
		if (HoldfastError.isInstance(error)) return undefined;
		throw error;
	}
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Current values of the store and this process. The server's own key sees all tenants; other callers see their own. */
export async function gaugeLines(house: House, { caller }: Pick<Call, "caller">): Promise<string[]> {
	const { store } = house;
	const { tenant } = caller;
	const isRoot = caller.scope === "root";
	const [jobs, deadJobs, deliveries, deadDeliveries, counts] = await Promise.all([
		countOr(async () =>
			isRoot
				? sum((await store.work.waiting(MOST)).map((waiting) => waiting.jobs))
				: (await store.work.jobs({ tenant, limit: MOST, status: "queued", dueBy: Date.now() })).length,
		),
		countOr(async () => (await store.work.jobs({ tenant, limit: MOST, status: "dead" })).length),
		countOr(async () =>
			isRoot
				? sum((await store.deliveries.waiting(MOST)).map((waiting) => waiting.deliveries))
				: (await store.deliveries.list({ tenant, status: "active", limit: MOST })).filter(
						({ failingSince }) => failingSince !== undefined,
					).length,
		),
		countOr(async () => (await store.deliveries.list({ tenant, status: "dead", limit: MOST })).length),
		house.counts(),
	]);
	const gauge = (name: string, help: string, value: number | undefined): string[] =>
		value === undefined ? [] : family(name, "gauge", help, [{ value }]);
	const { rss, heapUsed } = process.memoryUsage();
	const { user, system } = process.cpuUsage();
	return [
		...gauge("holdfast_jobs_waiting", "Jobs that are due or waiting for another attempt", jobs),
		...gauge("holdfast_jobs_dead", "Jobs of the caller's tenant that failed permanently", deadJobs),
		...gauge("holdfast_deliveries_pending", "Webhook deliveries that are pending", deliveries),
		...gauge(
			"holdfast_deliveries_dead",
			"Webhook deliveries of the caller's tenant that failed permanently",
			deadDeliveries,
		),
		...gauge("holdfast_runs_active", "Active runs in this process", counts.runs),
		...gauge("holdfast_tenants_open", "Open tenants in this process", isRoot ? counts.tenants : undefined),
		...gauge("process_resident_memory_bytes", "Memory of the process", rss),
		...gauge("process_heap_bytes", "Memory that JavaScript uses", heapUsed),
		...family("process_cpu_seconds_total", "counter", "CPU time of the process", [
			{ value: (user + system) / 1e6 },
		]),
		...gauge("process_uptime_seconds", "How long the process has been running", Math.round(process.uptime())),
	];
}
