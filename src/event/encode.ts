import type { Event, EventKind, EventSource } from "./event.ts";
import type { EventId } from "./ids.ts";

/** The members of an event as JSON text, ready to store. */
export interface EventText {
	id: EventId;
	kind: EventKind;
	source: EventSource;
	/** ISO 8601, UTC. */
	at: string;
	runId?: string;
	data: string;
	metadata?: string;
	stateDelta?: string;
	erased?: true;
}

/**
 * The stored body of an event: its JSON in a fixed member order, without the offset (which is its key). Stored
 * and exported as this text, so that a round trip is byte-stable.
 */
export function encodeEvent(event: EventText): string {
	let body = `{"id":${JSON.stringify(event.id)},"kind":"${event.kind}","source":"${event.source}"`;
	body += `,"at":"${event.at}"`;
	if (event.runId !== undefined) body += `,"runId":${JSON.stringify(event.runId)}`;
	body += `,"data":${event.data}`;
	if (event.metadata !== undefined) body += `,"metadata":${event.metadata}`;
	if (event.stateDelta !== undefined) body += `,"stateDelta":${event.stateDelta}`;
	if (event.erased) body += ',"erased":true';
	return `${body}}`;
}

/** The whole event as one line of JSON: what export writes, what a webhook carries, what reading parses. */
export function eventLine(offset: number, body: string): string {
	return `{"offset":${offset},${body.slice(1)}`;
}

/** A fresh object each time: whoever gets it may change it. */
export function decodeEvent(offset: number, body: string): Event {
	return JSON.parse(eventLine(offset, body)) as Event;
}

/** The event that these texts make at an offset: what `decodeEvent` gives for their body, without reading it back. */
export function toEvent(offset: number, text: EventText): Event {
	const { id, kind, source, at, runId, metadata, stateDelta } = text;
	const event = { offset, id, kind, source, at, data: JSON.parse(text.data) } as Event;
	if (runId !== undefined) event.runId = runId;
	if (metadata !== undefined) event.metadata = JSON.parse(metadata);
	if (stateDelta !== undefined) event.stateDelta = JSON.parse(stateDelta);
	return event;
}

/** The same body with its content gone: identity, kind, source, time and run remain. */
export function blankBody(body: string): string {
	const { id, kind, source, at, runId } = JSON.parse(body) as Event;
	const kept = { id: id as EventId, kind, source, at, ...(runId !== undefined && { runId }) };
	return encodeEvent({ ...kept, data: "{}", erased: true });
}
