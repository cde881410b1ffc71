import { hash } from "node:crypto";
import { HoldfastError, parse } from "../error/index.ts";
import {
	type EventId,
	encodeEvent,
	eventData,
	jsonText,
	type NewEvent,
	newEvent,
	type SessionChange,
	uuidV7,
} from "../event/index.ts";
import { deltaText, type StateWrite, toWrites } from "../state/index.ts";
import type { Capabilities, EventDraft } from "../store/ports/index.ts";

export interface DraftOptions {
	limits: Capabilities["limits"];
	now: number;
	runId?: string;
}

interface Draft extends EventDraft {
	/** When it happened, where the caller said so. */
	saidAt: number | undefined;
}

function draftEvent(given: NewEvent, what: string, { limits, now, runId }: DraftOptions): Draft {
	const event = parse(newEvent, given, what);
	parse(eventData[event.kind], event.data, `${what}.data`);
	const writes = toWrites(event.stateDelta as NewEvent["stateDelta"]);
	const stateDelta = deltaText(writes);
	const metadata = event.metadata && jsonText(event.metadata, `${what}.metadata`);
	const { kind, source } = event;
	const body = encodeEvent({
		id: uuidV7(now) as EventId,
		kind,
		source,
		at: event.at ?? now,
		...(runId !== undefined && { runId }),
		// The caller's own object, not the parsed one: it is stored as given.
		data: jsonText(given.data, `${what}.data`),
		...(metadata !== undefined && { metadata }),
		...(stateDelta !== undefined && { stateDelta }),
	});
	const bytes = Buffer.byteLength(body);
	// State has a limit of its own for each value; the event's is for what it says.
	const own = stateDelta === undefined ? bytes : bytes - Buffer.byteLength(stateDelta);
	if (own > limits.eventBytes) {
		throw new HoldfastError(
			"limit_exceeded",
			`${what} has ${own} bytes; an event may have at most ${limits.eventBytes} here. Store large content elsewhere and keep a reference.`,
			{ bytes: own, limit: limits.eventBytes },
		);
	}
	return { kind, source, runId, body, writes, saidAt: event.at };
}

/** Checks events from outside and encodes them. */
export function draftEvents(given: NewEvent | NewEvent[], options: DraftOptions): Draft[] {
	const list = Array.isArray(given) ? given : [given];
	if (list.length === 0) throw new HoldfastError("invalid", "events: must hold at least one event");
	const { batchEvents } = options.limits;
	if (list.length > batchEvents) {
		throw new HoldfastError(
			"limit_exceeded",
			`an append may hold at most ${batchEvents} events here, not ${list.length}; split it`,
			{ events: list.length, limit: batchEvents },
		);
	}
	// Not map: it would pass over the holes of a sparse array.
	return Array.from(list, (event, i) =>
		draftEvent(event, Array.isArray(given) ? `events[${i}]` : "event", options),
	);
}

/** The same for equal content, whatever ids and times it was given: tells a repeat from another request. */
export function fingerprint(drafts: readonly Draft[]): string {
	// The caller's part of a body starts with its data; id and defaulted time stand before it.
	const parts = drafts.map(({ kind, source, saidAt, body }) => [
		kind,
		source,
		saidAt,
		body.slice(body.indexOf(',"data":')),
	]);
	return hash("sha256", JSON.stringify(parts), "base64url");
}

/** An event that the platform itself writes; `writes` is the state that rides on it. */
export function systemEvent(
	kind: "session" | "mode",
	data: { change: SessionChange } | Record<string, unknown>,
	now: number,
	writes: StateWrite[] = [],
): EventDraft {
	const stateDelta = deltaText(writes);
	const body = encodeEvent({
		id: uuidV7(now) as EventId,
		kind,
		source: "system",
		at: now,
		data: JSON.stringify(data),
		...(stateDelta !== undefined && { stateDelta }),
	});
	return { kind, source: "system", runId: undefined, body, writes };
}
