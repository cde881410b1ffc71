import type { RunEnding } from "../ports/index.ts";
import {
	type AppendPlan,
	type AppendUnit,
	groupSpans,
	otherRuns,
	type RunFacts,
	type RunPlan,
	type RunSeed,
	type RunWrite,
	type SpanRecord,
} from "../ports/index.ts";
import { first, type Sql, type SqlValue, tell } from "./call.ts";
import { findRun, lockLine, lockRun, type RunKey, shareRun } from "./find-run.ts";
import type { SessionRow } from "./find-session.ts";

// Started is 0 or null: a time plus null is null.
const INSERT_RUN = `INSERT INTO {runs} (tenant, id, session_no, parent_id, root_id, status, alive_until, fence,
	input_offset, created_at, started_at, detail, queued)
	VALUES (?, ?, ?, ?, ?, ?, {now} + ?, ?, ?, ?, {now} + ?, ?, ?) RETURNING no`;
const BEGIN_RUN = `UPDATE {runs} SET status = 'running', alive_until = {now} + ?, fence = ?, input_offset = ?,
	started_at = {now}, detail = ?, queued = NULL WHERE {mine} AND no = ?`;
const END_RUN = `UPDATE {runs} SET status = ?, input_offset = coalesce(?, input_offset),
	output_offset = coalesce(?, output_offset), end_offset = ?, ended_at = {now}, detail = coalesce(?, detail),
	usage = ?, error = ?, queued = NULL WHERE {mine} AND no = ?`;
const RENEW_RUN = "UPDATE {runs} SET alive_until = {now} + ? WHERE {mine} AND no = ?";
export const INSERT_SPANS = "INSERT INTO {spans} (run_no, count, body) VALUES (?, ?, ?)";

const json = (value: object | undefined): string | null =>
	value === undefined ? null : JSON.stringify(value);

/** What a unit of work needs to know about runs before it writes. */
export interface RunLook {
	/** The unit's run, if it exists. */
	key: RunKey | undefined;
	facts: RunFacts;
	/** The numbers of the runs in the queue. */
	numbers: ReadonlyMap<string, number>;
	/** Spans to store; without a number for the unit's own run, which may not have one yet. */
	spans: { no: number | undefined; spans: SpanRecord[] }[];
}

/** Reads the runs and checks the spans. `session` is undefined while it does not exist. */
export function* lookAtRun(tenant: string, session: SessionRow | undefined, write: RunWrite): Sql<RunLook> {
	const key = yield* write.end?.onlyExpired ? lockRun(tenant, write.id) : findRun(tenant, write.id);
	const run = key && { status: key.status, expired: key.expired, here: key.sessionNo === session?.no };
	const line = session && write.begin ? yield* lockLine(session) : [];
	return {
		key,
		facts: { run, line },
		numbers: new Map(line.map(({ id, no }) => [id, no])),
		spans: write.spans && write.spans.length > 0 ? yield* placeSpans(tenant, write, write.spans, key) : [],
	};
}

function* placeSpans(
	tenant: string,
	{ id, begin }: RunWrite,
	spans: readonly SpanRecord[],
	key: RunKey | undefined,
): Sql<RunLook["spans"]> {
	const root = key?.rootId ?? begin?.seed.rootId ?? id;
	const roots = new Map<string, string | undefined>([[id, root]]);
	const numbers = new Map<string, number>();
	for (const other of otherRuns(id, spans)) {
		const found = yield* shareRun(tenant, other);
		roots.set(other, found?.rootId);
		if (found) numbers.set(other, found.no);
	}
	return groupSpans(root, roots, spans).map((group) => ({
		no: numbers.get(group.runId),
		spans: group.spans,
	}));
}

/** Stores a new run and returns its number. */
export function* insertRun(
	session: SessionRow,
	seed: RunSeed,
	parts: { queued: string } | { fence: number; inputOffset: number | undefined },
	aliveMs: number,
): Sql<number> {
	const began = "fence" in parts ? parts : undefined;
	const params: SqlValue[] = [
		session.tenant,
		seed.id,
		session.no,
		seed.parentId ?? null,
		seed.rootId,
		began ? "running" : "pending",
		aliveMs,
		began?.fence ?? null,
		began?.inputOffset ?? null,
		seed.createdAt,
		began ? 0 : null,
		JSON.stringify(seed.detail),
		"queued" in parts ? parts.queued : null,
	];
	const [no] = (yield first(INSERT_RUN, params)) as [number];
	return no;
}

interface Ending {
	status: RunEnding;
	inputOffset: number | undefined;
	outputOffset?: number | undefined;
	endOffset: number | undefined;
	detail?: object | undefined;
	usage?: object | undefined;
	error?: object | undefined;
}

function* endRun(no: number, ending: Ending): Sql<void> {
	const { status, inputOffset, outputOffset, endOffset, detail, usage, error } = ending;
	const offsets = [inputOffset ?? null, outputOffset ?? null, endOffset ?? null];
	yield tell(END_RUN, status, ...offsets, json(detail), json(usage), json(error), no);
}

/** Writes the plan for runs. */
export function* writeRun(session: SessionRow, unit: AppendUnit, plan: AppendPlan, look: RunLook): Sql<void> {
	const { closed, inputOffset, outputOffset, endOffset } = plan.run as RunPlan;
	const { begin, end, renewMs } = unit.run as RunWrite;
	for (const { run, closing, ...offsets } of closed) {
		const no = look.numbers.get(run.id);
		if (no !== undefined) yield* endRun(no, { ...closing, ...offsets });
	}
	let no = look.key?.no;
	if (begin) {
		const { fence } = plan.next;
		if (no === undefined) {
			no = yield* insertRun(session, begin.seed, { fence, inputOffset }, begin.aliveMs);
		} else {
			const detail = JSON.stringify(begin.seed.detail);
			yield tell(BEGIN_RUN, begin.aliveMs, fence, inputOffset ?? null, detail, no);
		}
	}
	// Only an existing run, or one that has just begun, passes the plan.
	const own = no as number;
	if (renewMs !== undefined && !end) yield tell(RENEW_RUN, renewMs, own);
	if (end) yield* endRun(own, { ...end, inputOffset, outputOffset, endOffset });
	for (const { no: other, spans } of look.spans) {
		yield tell(INSERT_SPANS, other ?? own, spans.length, JSON.stringify(spans));
	}
}
