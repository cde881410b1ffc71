import type { AgentId, SessionUid, TenantId, UserId } from "../../event/index.ts";
import type { RunRecord, RunStatus, SessionTarget } from "../ports/index.ts";
import { first, row, rows, type Sql } from "./call.ts";
import { findSession, type SessionRow } from "./find-session.ts";

/** A run's row, with the names of its session. */
export interface RunRow {
	no: number;
	tenant: string;
	id: string;
	uid: string;
	agent_id: string;
	user_id: string | null;
	session_id: string;
	parent_id: string | null;
	root_id: string;
	status: string;
	expired: number;
	fence: number | null;
	input_offset: number | null;
	output_offset: number | null;
	end_offset: number | null;
	created_at: number;
	started_at: number | null;
	ended_at: number | null;
	detail: string;
	usage: string | null;
	error: string | null;
	queued: string | null;
}

/** Must be literally the condition of the index of open runs: databases use the index only then. */
export const OPEN = "r.status IN ('pending', 'running')";

export const SELECT_RUNS = `SELECT r.no, r.tenant, r.id, s.uid, s.agent_id, s.user_id, s.session_id, r.parent_id,
	r.root_id, r.status, CASE WHEN ${OPEN} AND r.alive_until <= {now} THEN 1 ELSE 0 END AS expired, r.fence,
	r.input_offset, r.output_offset, r.end_offset, r.created_at, r.started_at, r.ended_at, r.detail, r.usage,
	r.error, r.queued
	FROM {runs} r JOIN {sessions} s ON {mine:s} AND s.no = r.session_no`;

export function toRunRecord(run: RunRow): RunRecord {
	return {
		id: run.id,
		parentId: run.parent_id ?? undefined,
		rootId: run.root_id,
		detail: JSON.parse(run.detail),
		createdAt: run.created_at,
		tenant: run.tenant as TenantId,
		uid: run.uid as SessionUid,
		agentId: run.agent_id as AgentId,
		userId: (run.user_id ?? undefined) as UserId | undefined,
		sessionId: run.session_id,
		status: run.status as RunStatus,
		queued: run.queued ?? undefined,
		inputOffset: run.input_offset ?? undefined,
		outputOffset: run.output_offset ?? undefined,
		endOffset: run.end_offset ?? undefined,
		usage: run.usage === null ? undefined : JSON.parse(run.usage),
		error: run.error === null ? undefined : JSON.parse(run.error),
		fence: run.fence ?? undefined,
		startedAt: run.started_at ?? undefined,
		endedAt: run.ended_at ?? undefined,
		expired: run.expired === 1,
	};
}

export function* getRun(tenant: TenantId, id: string): Sql<RunRecord | undefined> {
	const found = yield* row<RunRow>(`${SELECT_RUNS} WHERE r.tenant = ? AND r.id = ?`, tenant, id);
	return found && toRunRecord(found);
}

/** The fields of a run that a unit of work reads first. */
export interface RunKey {
	no: number;
	sessionNo: number;
	rootId: string;
	status: RunStatus;
	expired: boolean;
}

const COLUMNS = "r.no, r.session_no, r.root_id, r.status, r.alive_until <= {now}";
const KEY = `SELECT ${COLUMNS} FROM {runs} r WHERE r.tenant = ? AND r.id = ?`;
const LOCKED_KEY = `${KEY} {lock:r}`;
const SHARED_KEY = `SELECT ${COLUMNS} FROM {runs} r JOIN {sessions} s ON {mine:s} AND s.no = r.session_no
	WHERE r.tenant = ? AND r.id = ? {share:s,r}`;

/** The current run. */
export const findRun = (tenant: string, id: string): Sql<RunKey | undefined> => runBy(KEY, tenant, id);

/** For ending a run whose lease expired: it cannot be renewed in the meantime. */
export const lockRun = (tenant: string, id: string): Sql<RunKey | undefined> => runBy(LOCKED_KEY, tenant, id);

/** For writing to a run from another session: it cannot be deleted in the meantime. */
export const shareRun = (tenant: string, id: string): Sql<RunKey | undefined> =>
	runBy(SHARED_KEY, tenant, id);

function* runBy(text: string, tenant: string, id: string): Sql<RunKey | undefined> {
	const found = (yield first(text, [tenant, id])) as [number, number, string, RunStatus, number] | undefined;
	if (!found) return undefined;
	const [no, sessionNo, rootId, status, expired] = found;
	// A number in SQLite, a boolean in other databases.
	return { no, sessionNo, rootId, status, expired: Boolean(expired) };
}

const LINE = `${SELECT_RUNS} WHERE r.tenant = ? AND r.session_no = ? AND ${OPEN} ORDER BY r.no`;

const LOCKED_LINE = `${LINE} {lock:r}`;

/** The open runs of a session in queue order, with their numbers. None can be renewed in the meantime. */
export function* lockLine({ tenant, no }: SessionRow): Sql<(RunRecord & { no: number })[]> {
	const found = yield* rows<RunRow>(LOCKED_LINE, tenant, no);
	return found.map((run) => ({ ...toRunRecord(run), no: run.no }));
}

export function* lineOf(target: SessionTarget): Sql<RunRecord[]> {
	const session = yield* findSession(target);
	if (!session) return [];
	return (yield* rows<RunRow>(LINE, session.tenant, session.no)).map(toRunRecord);
}
