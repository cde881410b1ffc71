import { HoldfastError } from "../error/index.ts";
import {
	type Event,
	type EventId,
	type EventKind,
	type EventSource,
	type EventText,
	encodeEvent,
	type Json,
	type JsonObject,
	jsonText,
	toEvent,
	uuidV7,
} from "../event/index.ts";
import { deltaText, type StateWrite, writesOf } from "../state/index.ts";
import type { EventDraft, Preconditions, RunClosing, RunRecord } from "../store/ports/index.ts";

/** An event that the runtime writes, ready to be appended. */
export interface RunEventDraft extends EventDraft {
	text: EventText;
}

interface Parts {
	kind: EventKind;
	source: EventSource;
	runId: string;
	data: { [key: string]: Json | undefined };
	metadata?: JsonObject | undefined;
	writes?: StateWrite[];
}

export function runEvent({ kind, source, runId, data, metadata, writes = [] }: Parts): RunEventDraft {
	const now = Date.now();
	const text: EventText = {
		id: uuidV7(now) as EventId,
		kind,
		source,
		at: new Date(now).toISOString(),
		runId,
		data: jsonText(data, kind),
	};
	if (metadata !== undefined) text.metadata = jsonText(metadata, "metadata");
	const delta = deltaText(writes);
	if (delta !== undefined) text.stateDelta = delta;
	return { kind, source, runId, body: encodeEvent(text), writes, text };
}

/** Throws if the event is too large for the store, before anything is written. */
export function checkSize(draft: RunEventDraft, limit: number): void {
	const bytes = Buffer.byteLength(draft.body);
	if (bytes <= limit) return;
	throw new HoldfastError(
		"limit_exceeded",
		`a ${draft.kind} event has ${bytes} bytes; the limit is ${limit}. Send large images and files as URLs.`,
		{ bytes, limit },
	);
}

export const storedEvent = (offset: number, draft: RunEventDraft): Event => toEvent(offset, draft.text);

export function statusEvent(runId: string, status: string, error?: JsonObject): RunEventDraft {
	return runEvent({
		kind: "status",
		source: "system",
		runId,
		data: { status, ...(error && { error }) },
	});
}

/** Turns a stored body back into the draft that it was before it got an offset. */
export function draftOfBody(body: string): EventDraft {
	const event = JSON.parse(body) as Event;
	const { kind, source, runId, stateDelta } = event;
	return { kind, source, runId, body, writes: writesOf(stateDelta) };
}

export type Idempotency = NonNullable<Preconditions["idempotency"]>;

/** The idempotency key of a run. */
export const idempotencyOf = ({ detail }: RunRecord): Idempotency | undefined =>
	detail.idempotency as unknown as Idempotency | undefined;

/**
 * The events to log when a run is closed from outside. A run that was still waiting for its turn has not
 * logged its message. It is logged now, so that the next run sees it.
 */
export function closingEvents(
	run: RunRecord,
	{ status, error }: RunClosing | { status: "cancelled"; error: RunClosing["error"] },
	repeat?: Idempotency,
): EventDraft[] {
	// A repeat with the same key logs the same message itself.
	const brought = repeat !== undefined && idempotencyOf(run)?.key === repeat.key;
	const message = run.queued === undefined || brought ? [] : [draftOfBody(run.queued)];
	return [...message, statusEvent(run.id, status, { ...error })];
}
