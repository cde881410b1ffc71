import type { JsonObject } from "../event/index.ts";
import type { LiveSpan } from "./recorder.ts";

/** One timed piece of a run's work: the run itself, a step, a call of the model, a tool, reading memory. */
export interface Span {
	id: string;
	runId: string;
	parentId?: string;
	kind: string;
	name: string;
	startedAt: string;
	/** Of one that is running: the time at which it was asked for. */
	endedAt: string;
	/** Of one that is running: so far. */
	durationMs: number;
	status: "ok" | "error" | "running";
	error?: string;
	/** Names of the OpenTelemetry GenAI conventions where there is one. Never what was said. */
	attributes: JsonObject;
}

export function toSpan(record: LiveSpan): Span {
	const { id, runId, parentId, kind, name, startedAt, endedAt, error, attributes, open } = record;
	return {
		id,
		runId,
		...(parentId !== undefined && { parentId }),
		kind,
		name,
		startedAt: new Date(startedAt).toISOString(),
		endedAt: new Date(endedAt).toISOString(),
		durationMs: Math.max(0, endedAt - startedAt),
		status: open ? "running" : error === undefined ? "ok" : "error",
		...(error !== undefined && { error }),
		attributes,
	};
}
