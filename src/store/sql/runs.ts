import type { TenantId } from "../../event/index.ts";
import {
	isOpen,
	type RunListQuery,
	type RunRecord,
	type RunStatus,
	type RunWait,
	runIs,
	type SpanRecord,
} from "../ports/index.ts";
import { first, row, rows, run, type Sql, type SqlValue, tell } from "./call.ts";
import { findRun, OPEN, type RunRow, SELECT_RUNS, toRunRecord } from "./find-run.ts";
import { FROM_SESSIONS, lockSession, needSession, type SessionRow } from "./find-session.ts";
import { insertRun } from "./write-run.ts";

export function* waitInLine({ target, seed, queued, aliveMs }: RunWait): Sql<void> {
	const session = yield* needSession(target, lockSession);
	const found = yield* findRun(session.tenant, seed.id);
	if (found) throw runIs(seed.id, found.status);
	yield* insertRun(session, seed, { queued }, aliveMs);
}

const RENEW = `UPDATE {runs} SET alive_until = {now} + ? WHERE tenant = ? AND id = ?
	AND status IN ('pending', 'running') RETURNING status`;

export function* renewRun(tenant: TenantId, id: string, aliveMs: number): Sql<RunStatus | undefined> {
	// In one statement: a run that ends in the meantime stays ended.
	const renewed = (yield first(RENEW, [aliveMs, tenant, id])) as [RunStatus] | undefined;
	return renewed ? renewed[0] : (yield* findRun(tenant, id))?.status;
}

/** The runs of a tree: those below the root are in an index, the root has the tree's id. */
const IN_TREE = `(SELECT no FROM {runs} WHERE tenant = ? AND root_id = ? AND root_id <> id
	UNION ALL SELECT no FROM {runs} WHERE tenant = ? AND id = ? AND root_id = id)`;
const inTree = (tenant: TenantId, rootId: string): string[] => [tenant, rootId, tenant, rootId];

/** The narrowest condition of a query that an index answers. Each is limited to the tenant. */
function scopeOf(query: RunListQuery): { where: string; params: SqlValue[] } {
	const { tenant, uid, rootId, userId, statuses } = query;
	const own = "SELECT no FROM {sessions} WHERE tenant = ?";
	if (uid !== undefined) {
		return { where: `{mine:r} AND r.session_no = (${own} AND uid = ?)`, params: [tenant, uid] };
	}
	if (rootId !== undefined) {
		return { where: `{mine:r} AND r.no IN ${IN_TREE}`, params: inTree(tenant, rootId) };
	}
	if (query.expired || statuses?.every(isOpen)) {
		const open = `SELECT r.no FROM {runs} r WHERE r.tenant = ? AND ${OPEN}`;
		return { where: `{mine:r} AND r.no IN (${open})`, params: [tenant] };
	}
	if (typeof userId === "string") {
		return { where: `{mine:r} AND r.session_no IN (${own} AND user_id = ?)`, params: [tenant, userId] };
	}
	return { where: "r.tenant = ?", params: [tenant] };
}

export function* listRuns(query: RunListQuery): Sql<RunRecord[]> {
	if (query.statuses?.length === 0) return [];
	const { where: scope, params } = scopeOf(query);
	const where = [scope];
	const demand = (text: string, ...values: SqlValue[]): void => {
		where.push(text);
		params.push(...values);
	};
	if (query.agentId !== undefined) demand("s.agent_id = ?", query.agentId);
	if (query.userId === null) demand("s.user_id IS NULL");
	else if (query.userId !== undefined) demand("s.user_id = ?", query.userId);
	if (query.rootId !== undefined) demand("r.root_id = ?", query.rootId);
	if (query.statuses) demand(`r.status IN (${query.statuses.map(() => "?").join(", ")})`, ...query.statuses);
	if (query.expired) demand(`${OPEN} AND r.alive_until <= {now}`);
	if (query.after) demand("(r.created_at, r.id) < (?, ?)", query.after.at, query.after.id);
	const text = `${SELECT_RUNS} WHERE ${where.join(" AND ")} ORDER BY r.created_at DESC, r.id DESC LIMIT ?`;
	return (yield* rows<RunRow>(text, ...params, query.limit)).map(toRunRecord);
}

const toSpan = ({ id, runId, parentId, kind, name, startedAt, endedAt, error, attributes }: SpanRecord) => ({
	id,
	runId,
	parentId,
	kind,
	name,
	startedAt,
	endedAt,
	error,
	attributes,
});

export function* readSpans(tenant: TenantId, rootId: string): Sql<SpanRecord[]> {
	const found = yield* rows<{ body: string }>(
		`SELECT body FROM {spans} WHERE {mine} AND run_no IN ${IN_TREE} ORDER BY no`,
		...inTree(tenant, rootId),
	);
	// Restores members that JSON omits, as undefined.
	return found.flatMap(({ body }) => (JSON.parse(body) as SpanRecord[]).map(toSpan));
}

/** Removes runs, given by a query for their numbers, and their spans. */
export function* removeRuns(numbers: string, ...params: SqlValue[]): Sql<{ runs: number; spans: number }> {
	const counted = yield* row<{ n: number | null }>(
		`SELECT sum(count) AS n FROM {spans} WHERE {mine} AND run_no IN (${numbers})`,
		...params,
	);
	const spans = Number(counted?.n ?? 0);
	if (spans > 0) yield tell(`DELETE FROM {spans} WHERE {mine} AND run_no IN (${numbers})`, ...params);
	const runs = yield* run(`DELETE FROM {runs} WHERE {mine} AND no IN (${numbers})`, ...params);
	return { runs, spans };
}

/** Makes the newest remaining run in the log the last run. A run that is still waiting has no position. */
export function* repairLastRun(no: number): Sql<void> {
	yield tell(
		`UPDATE {heads} SET last_run_id = (SELECT r.id FROM {runs} r WHERE {mine:r} AND r.session_no = ?
		AND r.status <> 'pending' ORDER BY coalesce(r.input_offset, r.end_offset, -1) DESC, r.no DESC LIMIT 1)
		WHERE {mine} AND no = ?`,
		no,
		no,
	);
}

const DOOMED = `SELECT r.no, s.no, r.status, h.last_run_id ${FROM_SESSIONS}
	JOIN {runs} r ON r.session_no = s.no WHERE {mine:s} AND r.tenant = ? AND r.id = ? {lock:s,h,r}`;

export function* deleteRun(tenant: TenantId, id: string): Sql<boolean> {
	const find = first(DOOMED, [tenant, id]);
	// Tries twice: while waiting for the lock, the run may have moved to another session.
	const found = ((yield find) ?? (yield find)) as [number, number, RunStatus, string | null] | undefined;
	if (!found) return false;
	const [no, sessionNo, status, last] = found;
	if (isOpen(status)) throw runIs(id, status);
	yield* removeRuns("SELECT CAST(? AS BIGINT)", no);
	if (last === id) yield* repairLastRun(sessionNo);
	return true;
}

/** Removes ended runs without remaining events. */
export function* pruneRuns({ no, tenant, last_run_id: last }: SessionRow, base: number): Sql<void> {
	// A last run without a row came with an import: it says more than the newest row.
	const known = last === null ? undefined : yield* findRun(tenant, last);
	const gone = yield* removeRuns(
		`SELECT r.no FROM {runs} r WHERE {mine:r} AND r.session_no = ? AND NOT (${OPEN})
		AND coalesce(r.end_offset, -1) < ?`,
		no,
		base,
	);
	if (gone.runs > 0 && known && !(yield* findRun(tenant, last as string))) yield* repairLastRun(no);
}

/**
 * Moves the runs of a merged session to the target, at their new offsets. Offsets of removed events are
 * dropped.
 */
export function* moveRuns(source: SessionRow, target: SessionRow, shift: number): Sql<void> {
	const moved = (column: string): string => `${column} = CASE WHEN ${column} >= ? THEN ${column} + ? END`;
	const columns = ["input_offset", "output_offset", "end_offset"];
	yield tell(
		`UPDATE {runs} SET session_no = ?, ${columns.map(moved).join(", ")} WHERE {mine} AND session_no = ?`,
		target.no,
		...columns.flatMap(() => [source.base, shift]),
		source.no,
	);
}
