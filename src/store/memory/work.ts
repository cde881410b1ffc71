import type { SessionUid, TenantId } from "../../event/index.ts";
import type {
	AppendedJob,
	JobAddition,
	JobClaim,
	JobDraft,
	JobQuery,
	JobRecord,
	JobRenewal,
	JobSettlement,
	WaitingWork,
} from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import { clock } from "./runs.ts";
import type { MemoryJob } from "./stored.ts";

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function jobsOf(data: MemoryData, tenant: TenantId): MemoryJob[] {
	return [...data.jobs.values()].filter(({ record }) => record.tenant === tenant);
}

export function listJobs(
	data: MemoryData,
	{ tenant, limit, status, after, dueBy, uid }: JobQuery,
): JobRecord[] {
	const records = jobsOf(data, tenant).map(({ record }) => record);
	type Place = Pick<JobRecord, "createdAt" | "id">;
	const byAge = (a: Place, b: Place): number => a.createdAt - b.createdAt || compare(a.id, b.id);
	return structuredClone(
		records
			.filter((record) => status === undefined || record.status === status)
			.filter((record) => dueBy === undefined || record.dueAt <= dueBy)
			.filter((record) => uid === undefined || record.uid === uid)
			.filter((record) => after === undefined || byAge(record, after) > 0)
			.sort(byAge)
			.slice(0, limit),
	);
}

export function findJob(data: MemoryData, tenant: TenantId, id: string): JobRecord | undefined {
	return structuredClone(data.jobs.get(data.jobKey(tenant, id))?.record);
}

export function insertJob(
	data: MemoryData,
	tenant: TenantId,
	uid: SessionUid | undefined,
	job: JobDraft,
	at: number,
): boolean {
	const key = data.jobKey(tenant, job.id);
	if (data.jobs.has(key)) return false;
	const { id, kind, payload, dueAt } = structuredClone(job);
	const fresh = { status: "queued" as const, attempts: 0, error: undefined, createdAt: at };
	data.jobs.set(key, { record: { id, kind, payload, dueAt, tenant, uid, ...fresh }, aliveUntil: 0 });
	return true;
}

/** A job that is committed with an append. */
export function appendJob(
	data: MemoryData,
	tenant: TenantId,
	uid: SessionUid,
	job: AppendedJob,
	at: number,
): void {
	if (job.replaces) {
		for (const { record } of jobsOf(data, tenant)) {
			if (record.uid === uid && record.kind === job.kind && record.status === "queued")
				data.jobs.delete(data.jobKey(tenant, record.id));
		}
	}
	insertJob(data, tenant, uid, job, at);
}

/** A job without a session, or the only one of its kind in a session. */
export function enqueueJob(data: MemoryData, { tenant, job, at, uid }: JobAddition): boolean {
	if (uid === undefined) return insertJob(data, tenant, undefined, job, at);
	const isAlike = ({ record }: MemoryJob): boolean => record.uid === uid && record.kind === job.kind;
	if (!data.find({ uid, tenant }) || jobsOf(data, tenant).some(isAlike)) return false;
	return insertJob(data, tenant, uid, job, at);
}

export function claimJobs(data: MemoryData, { tenant, kinds, aliveMs, limit }: JobClaim): JobRecord[] {
	const now = clock();
	const jobs = jobsOf(data, tenant);
	const isHeld = ({ record, aliveUntil }: MemoryJob): boolean =>
		record.status === "running" && aliveUntil > now;
	const queueOf = ({ uid, id, kind }: JobRecord): string =>
		JSON.stringify([uid ?? null, kind, uid ? "" : id]);
	const held = new Set(jobs.filter(isHeld).map(({ record }) => queueOf(record)));
	const claimed: JobRecord[] = [];
	const due = jobs
		.filter(
			(job) =>
				kinds.includes(job.record.kind) &&
				(job.record.status === "running"
					? !isHeld(job)
					: job.record.status === "queued" && job.record.dueAt <= now),
		)
		.sort(({ record: a }, { record: b }) => a.dueAt - b.dueAt || compare(a.id, b.id));
	for (const job of due) {
		const queue = queueOf(job.record);
		if (claimed.length === limit || held.has(queue)) continue;
		held.add(queue);
		Object.assign(job.record, { status: "running", attempts: job.record.attempts + 1 });
		job.aliveUntil = now + aliveMs;
		claimed.push(structuredClone(job.record));
	}
	return claimed;
}

function heldJob(data: MemoryData, tenant: TenantId, id: string, attempt: number): MemoryJob | undefined {
	const job = data.jobs.get(data.jobKey(tenant, id));
	return job?.record.status === "running" && job.record.attempts === attempt ? job : undefined;
}

export function renewJob(data: MemoryData, { tenant, id, attempt, aliveMs }: JobRenewal): boolean {
	const job = heldJob(data, tenant, id, attempt);
	if (job) job.aliveUntil = clock() + aliveMs;
	return job !== undefined;
}

export function settleJob(data: MemoryData, { tenant, id, attempt, outcome }: JobSettlement): boolean {
	const key = data.jobKey(tenant, id);
	const job = attempt === undefined ? data.jobs.get(key) : heldJob(data, tenant, id, attempt);
	if (!job) return false;
	if ("done" in outcome) data.jobs.delete(key);
	else if ("next" in outcome) {
		const { kind, payload, uid, createdAt } = job.record;
		if (!insertJob(data, tenant, uid, { kind, payload, ...outcome.next }, createdAt)) return false;
		data.jobs.delete(key);
	} else if ("dead" in outcome) Object.assign(job.record, { status: "dead", error: outcome.dead.error });
	else {
		const { dueAt, error } = "again" in outcome ? { ...outcome.again, error: undefined } : outcome.retry;
		Object.assign(job.record, { status: "queued", dueAt, error });
	}
	return true;
}

export function listWaiting(data: MemoryData, limit: number): WaitingWork[] {
	const now = clock();
	const found = new Map<TenantId, WaitingWork>();
	for (const { record, aliveUntil } of data.jobs.values()) {
		const { tenant, status, dueAt } = record;
		if (status === "queued" ? dueAt > now : status !== "running" || aliveUntil > now) continue;
		const { jobs, dueAt: oldest } = found.get(tenant) ?? { jobs: 0, dueAt };
		found.set(tenant, { tenant, jobs: jobs + 1, dueAt: Math.min(oldest, dueAt) });
	}
	return [...found.values()].sort((a, b) => a.dueAt - b.dueAt || compare(a.tenant, b.tenant)).slice(0, limit);
}
