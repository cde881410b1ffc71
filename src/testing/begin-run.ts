import type {
	EventDraft,
	RunClosing,
	RunRecord,
	RunSeed,
	RunWrite,
	SpanRecord,
} from "../store/ports/index.ts";
import { draft } from "./fixture.ts";

/** A lease that outlasts every test. A lease of 0 has expired before anybody can read it. */
export const LONG = 3_600_000;

export function runSeed(id: string, parts: Partial<RunSeed> = {}): RunSeed {
	return { id, parentId: undefined, rootId: id, detail: {}, createdAt: Date.now(), ...parts };
}

/** The events of a run that someone else closes: its message if it was not logged yet, and how it ended. */
export function closingEvents({ id, queued }: RunRecord, { status }: RunClosing): EventDraft[] {
	const said = queued === undefined ? [] : [draft(queued)];
	return [...said, draft(`${id} ${status}`, { kind: "status", source: "system", runId: id })];
}

/** The write that begins a run. */
export function beginRun(
	id: string,
	{
		aliveMs = LONG,
		replace = false,
		...parts
	}: Partial<RunSeed & { aliveMs: number; replace: boolean }> = {},
): RunWrite {
	return { id, begin: { seed: runSeed(id, parts), aliveMs, replace, close: closingEvents } };
}

/** The write that ends a run. */
export function endRun(id: string, parts: Partial<RunWrite["end"]> = {}): RunWrite {
	return { id, end: { status: "completed", ...parts } };
}

export function span(id: string, runId: string, parts: Partial<SpanRecord> = {}): SpanRecord {
	return {
		id,
		runId,
		parentId: undefined,
		kind: "step",
		name: id,
		startedAt: 1.25,
		endedAt: 2.5,
		error: undefined,
		attributes: {},
		...parts,
	};
}
