import type { TenantId } from "../../event/index.ts";
import {
	isOpen,
	type RunListQuery,
	type RunRecord,
	type RunSeed,
	type RunStatus,
	runIs,
	type SessionTarget,
	type SpanRecord,
} from "../ports/index.ts";
import { row, rows, run, type Sql, type SqlValue } from "./call.ts";
import { findRun, OPEN, type RunRow, SELECT_RUNS, toRunRecord } from "./find-run.ts";
import { needSession, type SessionRow } from "./find-session.ts";
import { insertRun } from "./write-run.ts";

export function* waitInLine(
	target: SessionTarget,
	seed: RunSeed,
	queued: string,
	aliveMs: number,
): Sql<void> {
	const session = yield* needSession(target);
	const found = yield* findRun(session.tenant, seed.id);
	if (found) throw runIs(seed.id, found.status);
	yield* insertRun(session, seed, { queued }, aliveMs);
}

export function* renewRun(tenant: TenantId, id: string, aliveMs: number): Sql<RunStatus | undefined> {
	const found = yield* findRun(tenant, id);
	if (found && isOpen(found.status)) {
		yield* run("UPDATE {runs} SET alive_until = {now} + ? WHERE no = ?", aliveMs, found.no);
	}
	return found?.status;
}

/** The runs of a tree: those below the top are in an index, the one at the top has the tree's name. */
const IN_TREE = `(SELECT no FROM {runs} WHERE tenant = ? AND root_id = ? AND root_id <> id
	UNION ALL SELECT no FROM {runs} WHERE tenant = ? AND id = ? AND root_id = id)`;
const inTree = (tenant: TenantId, rootId: string): string[] => [tenant, rootId, tenant, rootId];

export function* listRuns(query: RunListQuery): Sql<RunRecord[]> {
	if (query.statuses?.length === 0) return [];
	const where: string[] = [];
	const params: SqlValue[] = [];
	const demand = (text: string, ...values: SqlValue[]): void => {
		where.push(text);
		params.push(...values);
	};
	demand("r.tenant = ?", query.tenant);
	if (query.uid !== undefined) {
		demand(
			"r.session_no = (SELECT no FROM {sessions} WHERE uid = ? AND tenant = ?)",
			query.uid,
			query.tenant,
		);
	}
	if (query.agentId !== undefined) demand("s.agent_id = ?", query.agentId);
	if (query.userId === null) demand("s.user_id IS NULL");
	else if (query.userId !== undefined) demand("s.user_id = ?", query.userId);
	if (query.rootId !== undefined) demand(`r.no IN ${IN_TREE}`, ...inTree(query.tenant, query.rootId));
	if (query.statuses) demand(`r.status IN (${query.statuses.map(() => "?").join(", ")})`, ...query.statuses);
	if (query.expired) demand(`${OPEN} AND r.alive_until <= {now}`);
	if (query.after) demand("(r.created_at, r.id) < (?, ?)", query.after.at, query.after.id);
	const text = `${SELECT_RUNS} WHERE ${where.join(" AND ")} ORDER BY r.created_at DESC, r.id DESC LIMIT ?`;
	return (yield* rows<RunRow>(text, ...params, query.limit)).map(toRunRecord);
}

const toSpan = ({ id, runId, parentId, kind, name, startedAt, endedAt, error, attributes }: SpanRecord) => ({
	...{ id, runId, parentId, kind, name, startedAt, endedAt, error, attributes },
});

export function* readSpans(tenant: TenantId, rootId: string): Sql<SpanRecord[]> {
	const found = yield* rows<{ body: string }>(
		`SELECT body FROM {spans} WHERE run_no IN ${IN_TREE} ORDER BY no`,
		...inTree(tenant, rootId),
	);
	// What JSON left out is there again, as undefined.
	return found.flatMap(({ body }) => (JSON.parse(body) as SpanRecord[]).map(toSpan));
}

/** Removes runs, given by a query for their numbers, and their spans. */
export function* removeRuns(numbers: string, ...params: SqlValue[]): Sql<{ runs: number; spans: number }> {
	const counted = yield* row<{ n: number | null }>(
		`SELECT sum(count) AS n FROM {spans} WHERE run_no IN (${numbers})`,
		...params,
	);
	const spans = Number(counted?.n ?? 0);
	if (spans > 0) yield* run(`DELETE FROM {spans} WHERE run_no IN (${numbers})`, ...params);
	return { runs: yield* run(`DELETE FROM {runs} WHERE no IN (${numbers})`, ...params), spans };
}

/** If a session's last run is gone, the newest that began is the last: by the clock, then the fence, then the line. */
export function* repairLastRun(no: number): Sql<void> {
	yield* run(
		`UPDATE {heads} SET last_run_id = (SELECT r.id FROM {runs} r WHERE r.session_no = ? AND r.started_at IS NOT NULL
		ORDER BY r.started_at DESC, r.fence DESC, r.no DESC LIMIT 1) WHERE no = ?`,
		no,
		no,
	);
}

export function* deleteRun(tenant: TenantId, id: string): Sql<boolean> {
	const found = yield* findRun(tenant, id);
	if (!found) return false;
	if (isOpen(found.status)) throw runIs(id, found.status);
	yield* removeRuns("SELECT ?", found.no);
	const head = yield* row<{ last_run_id: string | null }>(
		"SELECT last_run_id FROM {heads} WHERE no = ?",
		found.sessionNo,
	);
	if (head?.last_run_id === id) yield* repairLastRun(found.sessionNo);
	return true;
}

/** Removes ended runs of which retention has left no event. */
export function* pruneRuns({ no, tenant, last_run_id: last }: SessionRow, base: number): Sql<void> {
	const gone = yield* removeRuns(
		`SELECT r.no FROM {runs} r WHERE r.session_no = ? AND NOT (${OPEN}) AND coalesce(r.end_offset, -1) < ?`,
		...[no, base],
	);
	// A last run that is not known here came with an import: nothing better is known.
	if (gone.runs === 0 || last === null || (yield* findRun(tenant, last))) return;
	yield* repairLastRun(no);
}

/** The runs of a merged session go on under the target, at their new offsets. */
export function* moveRuns(source: SessionRow, target: SessionRow, shift: number): Sql<void> {
	yield* run(
		`UPDATE {runs} SET session_no = ?, input_offset = input_offset + ?, output_offset = output_offset + ?,
		end_offset = end_offset + ? WHERE session_no = ?`,
		...[target.no, shift, shift, shift, source.no],
	);
}
