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
 * The stored body of an event: its JSON in a fixed member order, without the offset, which is its key. Stored and
 * exported as this text, so that a round trip gives the same bytes.
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

/** The whole event as one line of JSON. Exports, webhooks and reads use it. */
export function eventLine(offset: number, body: string): string {
	return `{"offset":${offset},${body.slice(1)}`;
}

/** Returns a new object each time, so the caller may change it. */
export function decodeEvent(offset: number, body: string): Event {
	return JSON.parse(eventLine(offset, body)) as Event;
}

/** The event at an offset, from its texts. Equals the result of `decodeEvent` for their body, without parsing it. */
export function toEvent(offset: number, text: EventText): Event {
	const { id, kind, source, at, runId, metadata, stateDelta } = text;
	const event = { offset, id, kind, source, at, data: JSON.parse(text.data) } as Event;
	if (runId !== undefined) event.runId = runId;
	if (metadata !== undefined) event.metadata = JSON.parse(metadata);
	if (stateDelta !== undefined) event.stateDelta = JSON.parse(stateDelta);
	return event;
}

/** The same body without its content. Id, kind, source, time and run remain. */
export function blankBody(body: string): string {
	const { id, kind, source, at, runId } = JSON.parse(body) as Event;
	const kept = { id: id as EventId, kind, source, at, ...(runId !== undefined && { runId }) };
	return encodeEvent({ ...kept, data: "{}", erased: true });
}
