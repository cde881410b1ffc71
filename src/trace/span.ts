import type { JsonObject } from "../event/index.ts";
import type { LiveSpan } from "./recorder.ts";

/** One timed part of a run: the run itself, a step, a model call, a tool call or a memory read. */
export interface Span {
	/** Id of the span. */
	id: string;
	/** The run that it belongs to. */
	runId: string;
	/** The span that contains this one. Absent for the run itself. */
	parentId?: string;
	/** `run`, `step`, `model`, `tool` or `memory`. */
	kind: string;
	/** What was done, e.g. the name of the tool. */
	name: string;
	/** When it started, as an ISO 8601 timestamp. */
	startedAt: string;
	/** When it ended. For a running span: the time of the request. */
	endedAt: string;
	/** Duration in milliseconds. For a running span: so far. */
	durationMs: number;
	/** Whether it succeeded, failed or is still running. */
	status: "ok" | "error" | "running";
	/** Why it failed. */
	error?: string;
	/**
	 * Details, with names of the OpenTelemetry GenAI conventions where they exist. Never contains what people or
	 * models said.
	 */
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
