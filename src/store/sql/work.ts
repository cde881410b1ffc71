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
} from "../ports/index.ts";
import { hold, row, rows, run, type Sql, type SqlValue, tell } from "./call.ts";
import { shareSession } from "./find-session.ts";

interface JobRow {
	id: string;
	uid: string | null;
	session_no: number | null;
	kind: string;
	payload: string;
	status: string;
	attempts: number;
	error: string | null;
	due_at: number;
	created_at: number;
}

const SELECT = `SELECT j.id, s.uid, j.session_no, j.kind, j.payload, j.status, j.attempts, j.error, j.due_at, j.created_at
	FROM {jobs} j LEFT JOIN {sessions} s ON {mine:s} AND s.no = j.session_no`;

const toRecord = (tenant: TenantId, job: JobRow): JobRecord => ({
	id: job.id,
	tenant,
	uid: (job.uid ?? undefined) as SessionUid | undefined,
	kind: job.kind,
	payload: JSON.parse(job.payload),
	status: job.status as JobRecord["status"],
	attempts: job.attempts,
	error: job.error ?? undefined,
	dueAt: job.due_at,
	createdAt: job.created_at,
});

export function* listJobs({ tenant, limit, status, after, dueBy, uid }: JobQuery): Sql<JobRecord[]> {
	const where = ["j.tenant = ?"];
	const params: SqlValue[] = [tenant];
	const demand = (text: string, ...values: SqlValue[]): void => {
		where.push(text);
		params.push(...values);
	};
	if (status !== undefined) demand("j.status = ?", status);
	if (dueBy !== undefined) demand("j.due_at <= ?", dueBy);
	if (uid !== undefined) demand("s.uid = ?", uid);
	if (after) demand("(j.created_at, j.id) > (?, ?)", after.createdAt, after.id);
	const text = `${SELECT} WHERE ${where.join(" AND ")} ORDER BY j.created_at, j.id LIMIT ?`;
	return (yield* rows<JobRow>(text, ...params, limit)).map((job) => toRecord(tenant, job));
}

export function* findJob(tenant: TenantId, id: string): Sql<JobRecord | undefined> {
	const [job] = yield* rows<JobRow>(`${SELECT} WHERE j.tenant = ? AND j.id = ?`, tenant, id);
	return job && toRecord(tenant, job);
}

const INSERT = `INSERT INTO {jobs} (tenant, id, session_no, kind, payload, status, attempts, due_at, created_at)
	VALUES (?, ?, ?, ?, ?, 'queued', 0, ?, ?) ON CONFLICT (tenant, id) DO NOTHING`;

/** The text and parameters of the statement that stores a job, unless its id exists. */
export function jobInsert(
	tenant: TenantId,
	sessionNo: number | null,
	{ id, kind, payload, dueAt }: JobDraft,
	at: number,
): [text: string, ...SqlValue[]] {
	return [INSERT, tenant, id, sessionNo, kind, JSON.stringify(payload), dueAt, at];
}

const DROP_WAITING = "DELETE FROM {jobs} WHERE {mine} AND session_no = ? AND kind = ? AND status = 'queued'";

/** A job that is committed with an append. */
export function* appendJob(tenant: TenantId, sessionNo: number, job: AppendedJob, at: number): Sql<void> {
	if (job.replaces) yield tell(DROP_WAITING, sessionNo, job.kind);
	yield tell(...jobInsert(tenant, sessionNo, job, at));
}

/** A job without a session, or the only one of its kind in a session. */
export function* enqueueJob({ tenant, job, at, uid }: JobAddition): Sql<boolean> {
	if (uid === undefined) return (yield* run(...jobInsert(tenant, null, job, at))) === 1;
	const session = yield* shareSession({ uid, tenant });
	if (!session) return false;
	yield hold("job", tenant, String(session.no), job.kind);
	const alike = "SELECT id FROM {jobs} WHERE {mine} AND session_no = ? AND kind = ? LIMIT 1";
	if (yield* row(alike, session.no, job.kind)) return false;
	return (yield* run(...jobInsert(tenant, session.no, job, at))) === 1;
}

/** No other job of the session and kind is claimed. */
const NEXT = `NOT EXISTS (SELECT 1 FROM {jobs} o WHERE {mine:o} AND o.session_no = j.session_no AND o.kind = j.kind
	AND o.status = 'running' AND o.alive_until > {now})`;
const DUE = "j.status = 'queued' AND j.due_at <= {now}";
const ABANDONED = "j.status = 'running' AND j.alive_until <= {now}";

/** Jobs with this condition that need not wait for another one of their session. */
function* claimable(
	tenant: TenantId,
	kinds: readonly string[],
	condition: string,
	limit: number,
): Sql<JobRow[]> {
	const params: SqlValue[] = [tenant, ...kinds, limit];
	return yield* rows<JobRow>(
		`${SELECT} WHERE j.tenant = ? AND ${condition} AND j.kind IN (${kinds.map(() => "?").join(", ")})
		AND ${NEXT} ORDER BY j.due_at, j.id LIMIT ? {skip:j}`,
		...params,
	);
}

const byDue = (a: JobRow, b: JobRow): number => a.due_at - b.due_at || (a.id < b.id ? -1 : 1);

/** The first of them, one per session and kind. */
function choose(jobs: JobRow[], limit: number): JobRow[] {
	const queues = new Map<string, JobRow>();
	for (const job of jobs.sort(byDue)) {
		const queue = job.session_no === null ? job.id : JSON.stringify([job.session_no, job.kind]);
		if (!queues.has(queue)) queues.set(queue, job);
	}
	return [...queues.values()].slice(0, limit);
}

/** The claimable jobs. Reads further while jobs that have to wait for each other fill the page. */
function* findClaimable(tenant: TenantId, kinds: readonly string[], limit: number): Sql<JobRow[]> {
	for (let size = limit; ; size *= 4) {
		const abandoned = yield* claimable(tenant, kinds, ABANDONED, size);
		const due = yield* claimable(tenant, kinds, DUE, size);
		const chosen = choose([...abandoned, ...due], limit);
		if (chosen.length === limit || (abandoned.length < size && due.length < size)) return chosen;
	}
}

// Checked again: with the queue locked, nobody else can claim another job of it.
const CLAIM = `UPDATE {jobs} AS j SET status = 'running', attempts = attempts + 1, alive_until = {now} + ?
	WHERE j.tenant = ? AND j.id = ? AND (${DUE} OR ${ABANDONED}) AND ${NEXT}`;

/** Serializes claims of the same session and kind, always in the same order, to avoid deadlocks. */
function* holdQueues(tenant: TenantId, jobs: readonly JobRow[]): Sql<void> {
	const queues = jobs.flatMap((job) =>
		job.session_no === null ? [] : [[job.session_no, job.kind] as const],
	);
	queues.sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1));
	for (const [no, kind] of queues) yield hold("job", tenant, String(no), kind);
}

export function* claimJobs({ tenant, kinds, aliveMs, limit }: JobClaim): Sql<JobRecord[]> {
	if (kinds.length === 0 || limit < 1) return [];
	const chosen = yield* findClaimable(tenant, kinds, limit);
	yield* holdQueues(tenant, chosen);
	const claimed: JobRecord[] = [];
	for (const job of chosen) {
		if ((yield* run(CLAIM, aliveMs, tenant, job.id)) !== 1) continue;
		claimed.push({ ...toRecord(tenant, job), status: "running", attempts: job.attempts + 1 });
	}
	return claimed;
}

const REPEAT = `INSERT INTO {jobs} (tenant, id, session_no, kind, payload, status, attempts, due_at, created_at)
	SELECT tenant, ?, session_no, kind, payload, 'queued', 0, ?, created_at FROM {jobs} WHERE`;
const HELD = "tenant = ? AND id = ? AND status = 'running' AND attempts = ?";

export function* renewJob({ tenant, id, attempt, aliveMs }: JobRenewal): Sql<boolean> {
	const text = `UPDATE {jobs} SET alive_until = {now} + ? WHERE ${HELD}`;
	return (yield* run(text, aliveMs, tenant, id, attempt)) === 1;
}

export function* settleJob({ tenant, id, attempt, outcome }: JobSettlement): Sql<boolean> {
	const where = attempt === undefined ? "tenant = ? AND id = ?" : HELD;
	const key = attempt === undefined ? [tenant, id] : [tenant, id, attempt];
	if ("done" in outcome) return (yield* run(`DELETE FROM {jobs} WHERE ${where}`, ...key)) === 1;
	if ("next" in outcome) {
		const { id: next, dueAt } = outcome.next;
		if ((yield* run(`${REPEAT} ${where}`, next, dueAt, ...key)) !== 1) return false;
		return (yield* run(`DELETE FROM {jobs} WHERE ${where}`, ...key)) === 1;
	}
	if ("dead" in outcome) {
		const text = `UPDATE {jobs} SET status = 'dead', alive_until = NULL, error = ? WHERE ${where}`;
		return (yield* run(text, outcome.dead.error, ...key)) === 1;
	}
	const [dueAt, error] =
		"again" in outcome ? [outcome.again.dueAt, null] : [outcome.retry.dueAt, outcome.retry.error];
	const text = `UPDATE {jobs} SET status = 'queued', alive_until = NULL, due_at = ?, error = ? WHERE ${where}`;
	return (yield* run(text, dueAt, error, ...key)) === 1;
}
