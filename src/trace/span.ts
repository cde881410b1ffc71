import type { JsonObject } from "../event/index.ts";
import type { SpanRecord } from "../store/ports/index.ts";

/** One timed piece of a run's work: the run itself, a step, a call of the model, a tool, reading memory. */
export interface Span {
	id: string;
	runId: string;
	parentId?: string;
	kind: string;
	name: string;
	startedAt: string;
	endedAt: string;
	durationMs: number;
	status: "ok" | "error";
	error?: string;
	/** Names of the OpenTelemetry GenAI conventions where there is one. Never what was said. */
	attributes: JsonObject;
}

export function toSpan(record: SpanRecord): Span {
	const { id, runId, parentId, kind, name, startedAt, endedAt, error, attributes } = record;
	return {
		id,
		runId,
		...(parentId !== undefined && { parentId }),
		kind,
		name,
		startedAt: new Date(startedAt).toISOString(),
		endedAt: new Date(endedAt).toISOString(),
		durationMs: Math.max(0, endedAt - startedAt),
		status: error === undefined ? "ok" : "error",
		...(error !== undefined && { error }),
		attributes,
	};
}
