import type { TenantId } from "../../event/index.ts";
import {
	isOpen,
	type RunListQuery,
	type RunRecord,
	type RunSeed,
	type RunStatus,
	type RunWait,
	runIs,
	type SpanRecord,
} from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import type { MemoryRun, MemorySession } from "./stored.ts";

/** The clock of the store, used for leases. */
export const clock = (): number => Date.now();

/** The run with its stored objects: copy it before returning it. */
function viewOf({ session, facts, aliveUntil }: MemoryRun): RunRecord {
	const { tenant, uid, agentId, userId, sessionId } = session.record;
	const expired = isOpen(facts.status) && aliveUntil <= clock();
	return { ...facts, tenant, uid, agentId, userId, sessionId, expired };
}

export const toRecord = (run: MemoryRun): RunRecord => structuredClone(viewOf(run));

export function addRun(
	data: MemoryData,
	session: MemorySession,
	seed: RunSeed,
	queued: string,
	aliveMs: number,
): MemoryRun {
	const { id, parentId, rootId, detail, createdAt } = structuredClone(seed);
	const run: MemoryRun = {
		no: data.nextNo(),
		session,
		facts: {
			id,
			parentId,
			rootId,
			detail,
			createdAt,
			status: "pending",
			queued,
			inputOffset: undefined,
			outputOffset: undefined,
			endOffset: undefined,
			usage: undefined,
			error: undefined,
			fence: undefined,
			startedAt: undefined,
			endedAt: undefined,
		},
		aliveUntil: clock() + aliveMs,
		spans: [],
	};
	data.runs.set(data.runKey(session.record.tenant, id), run);
	session.runs.add(run);
	session.line.add(run);
	return run;
}

export function waitInLine(data: MemoryData, { target, seed, queued, aliveMs }: RunWait): void {
	const session = data.need(target);
	const found = data.run(session.record.tenant, seed.id);
	if (found) throw runIs(seed.id, found.facts.status);
	addRun(data, session, seed, queued, aliveMs);
}

/** In queue order. Runs of a merged session may have been added in another order. */
export function lineOf(session: MemorySession): RunRecord[] {
	return [...session.line].sort((a, b) => a.no - b.no).map(toRecord);
}

export function renewRun(
	data: MemoryData,
	tenant: TenantId,
	id: string,
	aliveMs: number,
): RunStatus | undefined {
	const run = data.run(tenant, id);
	if (run && isOpen(run.facts.status)) run.aliveUntil = clock() + aliveMs;
	return run?.facts.status;
}

function matches(record: RunRecord, query: RunListQuery): boolean {
	return (
		record.tenant === query.tenant &&
		(query.uid === undefined || record.uid === query.uid) &&
		(query.agentId === undefined || record.agentId === query.agentId) &&
		(query.userId === undefined || record.userId === (query.userId ?? undefined)) &&
		(query.rootId === undefined || record.rootId === query.rootId) &&
		(!query.statuses || query.statuses.includes(record.status)) &&
		(!query.expired || record.expired)
	);
}

export function listRuns(data: MemoryData, query: RunListQuery): RunRecord[] {
	const { after } = query;
	return [...data.runs.values()]
		.map(viewOf)
		.filter((record) => matches(record, query))
		.filter(
			({ createdAt, id }) => !after || createdAt < after.at || (createdAt === after.at && id < after.id),
		)
		.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0))
		.slice(0, query.limit)
		.map((record) => structuredClone(record));
}

export function readSpans(data: MemoryData, tenant: TenantId, rootId: string): SpanRecord[] {
	const runs = [...data.runs.values()].filter(
		({ session, facts }) => session.record.tenant === tenant && facts.rootId === rootId,
	);
	const spans = runs.flatMap((run) => run.spans).sort((a, b) => a.no - b.no);
	return structuredClone(spans.map(({ span }) => span));
}

/** A run's position in the log. */
const placeOf = ({ facts: { inputOffset, endOffset } }: MemoryRun): number => inputOffset ?? endOffset ?? -1;

/** Removes runs of a session. If its last run was among them, the newest run in the log becomes the last. */
export function removeRuns(data: MemoryData, session: MemorySession, gone: readonly MemoryRun[]): void {
	const { record } = session;
	for (const run of gone) {
		data.runs.delete(data.runKey(record.tenant, run.facts.id));
		session.runs.delete(run);
		session.line.delete(run);
	}
	if (!gone.some(({ facts }) => facts.id === record.lastRunId)) return;
	const left = [...session.runs].filter(({ facts }) => facts.status !== "pending");
	record.lastRunId = left.sort((a, b) => placeOf(b) - placeOf(a) || b.no - a.no)[0]?.facts.id;
}

export function deleteRun(data: MemoryData, tenant: TenantId, id: string): boolean {
	const run = data.run(tenant, id);
	if (!run) return false;
	if (isOpen(run.facts.status)) throw runIs(id, run.facts.status);
	removeRuns(data, run.session, [run]);
	return true;
}

/** Removes ended runs without remaining events. */
export function pruneRuns(data: MemoryData, session: MemorySession): void {
	const { base } = session.record;
	const gone = [...session.runs].filter(
		({ facts: { status, endOffset } }) => !isOpen(status) && (endOffset ?? -1) < base,
	);
	removeRuns(data, session, gone);
}

/**
 * Moves the runs of a merged session to the target, at their new offsets. Offsets of removed events are
 * dropped.
 */
export function moveRuns(source: MemorySession, target: MemorySession, shift: number): void {
	const moved = (offset: number | undefined): number | undefined =>
		offset === undefined || offset < source.record.base ? undefined : offset + shift;
	for (const run of source.runs) {
		const { facts } = run;
		run.session = target;
		facts.inputOffset = moved(facts.inputOffset);
		facts.outputOffset = moved(facts.outputOffset);
		facts.endOffset = moved(facts.endOffset);
		target.runs.add(run);
		if (source.line.has(run)) target.line.add(run);
	}
	source.runs.clear();
	source.line.clear();
}
