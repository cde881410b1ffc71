import type { TenantId } from "../../event/index.ts";
import {
	type AppendPlan,
	type AppendUnit,
	groupSpans,
	otherRuns,
	type RunFacts,
	type RunPlan,
	type RunWrite,
	type SpanRecord,
} from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import { addRun, clock, lineOf, toRecord } from "./runs.ts";
import type { MemoryRun, MemorySession, RunStored } from "./stored.ts";

/** What the unit needs to know about its run; undefined if it has none. */
export function runFacts(data: MemoryData, session: MemorySession, unit: AppendUnit): RunFacts | undefined {
	if (!unit.run) return undefined;
	const run = data.run(session.record.tenant, unit.run.id);
	const { status, expired } = run ? toRecord(run) : {};
	return {
		run: status && { status, expired: expired === true, here: run?.session === session },
		line: unit.run.begin ? lineOf(session) : [],
	};
}

/** Checks the spans of a unit, and returns a function that stores them. */
export function checkSpans(
	data: MemoryData,
	tenant: TenantId,
	{ id, begin, spans = [] }: RunWrite,
): () => void {
	if (spans.length === 0) return () => {};
	const rootOf = (runId: string): string | undefined => data.run(tenant, runId)?.facts.rootId;
	const root = rootOf(id) ?? begin?.seed.rootId ?? id;
	const roots = new Map([
		[id, root],
		...otherRuns(id, spans).map((runId) => [runId, rootOf(runId)] as const),
	]);
	const groups = groupSpans(root, roots, spans);
	const copy = (span: SpanRecord) => ({ no: data.nextNo(), span: structuredClone(span) });
	return () => {
		for (const group of groups) data.run(tenant, group.runId)?.spans.push(...group.spans.map(copy));
	};
}

function end(run: MemoryRun, facts: Partial<RunStored>): void {
	const known = Object.entries(structuredClone(facts)).filter(([, value]) => value !== undefined);
	Object.assign(run.facts, Object.fromEntries(known), { queued: undefined, endedAt: clock() });
	run.session.line.delete(run);
}

/** Writes the plan for runs. */
export function writeRun(data: MemoryData, session: MemorySession, write: RunWrite, plan: AppendPlan): void {
	const { tenant } = session.record;
	const { closed, inputOffset, outputOffset, endOffset } = plan.run as RunPlan;
	for (const { run, closing, ...offsets } of closed) {
		const other = data.run(tenant, run.id);
		if (other) end(other, { ...closing, ...offsets });
	}
	const { id, begin } = write;
	if (begin) {
		const run = data.run(tenant, id) ?? addRun(data, session, begin.seed, "", 0);
		const detail = structuredClone(begin.seed.detail);
		const started = { status: "running" as const, queued: undefined, startedAt: clock() };
		Object.assign(run.facts, { ...started, detail, inputOffset, fence: plan.next.fence });
		run.aliveUntil = clock() + begin.aliveMs;
	}
	const run = data.run(tenant, id);
	if (run && write.renewMs !== undefined) run.aliveUntil = clock() + write.renewMs;
	if (run && write.end) {
		const { status, usage, error, detail } = write.end;
		const facts = { status, usage, error, detail, inputOffset, outputOffset };
		end(run, facts as Partial<RunStored>);
		run.facts.endOffset = endOffset;
	}
}
