import { hash } from "node:crypto";
import { HoldfastError, parse } from "../error/index.ts";
import {
	canonicalJson,
	dataSchema,
	type EventId,
	type EventText,
	encodeEvent,
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
	text: EventText;
	/** When it happened, if the caller set it. */
	saidAt: number | undefined;
}

function checkBytes(
	what: string,
	bytes: number,
	{ eventBytes }: DraftOptions["limits"],
	advice: string,
): void {
	if (bytes <= eventBytes) return;
	const message = `${what} has ${bytes} bytes; at most ${eventBytes} are allowed. ${advice}`;
	throw new HoldfastError("limit_exceeded", message, { bytes, limit: eventBytes });
}

function draftEvent(given: NewEvent, what: string, { limits, now, runId }: DraftOptions): Draft {
	const event = parse(newEvent, given, what);
	parse(dataSchema(event.kind), event.data, `${what}.data`);
	const { kind, source, metadata, stateDelta, at } = event;
	const writes = stateDelta === undefined ? [] : toWrites(stateDelta as NewEvent["stateDelta"]);
	const text: EventText = {
		id: uuidV7(now) as EventId,
		kind,
		source,
		at: new Date(at ?? now).toISOString(),
		// The caller's object, not the parsed one: data is stored as given.
		data: jsonText(given.data, `${what}.data`),
	};
	if (runId !== undefined) text.runId = runId;
	if (metadata !== undefined) text.metadata = jsonText(metadata, `${what}.metadata`);
	const delta = deltaText(writes);
	if (delta !== undefined) text.stateDelta = delta;
	const body = encodeEvent(text);
	// Each state value has its own limit. The limit of an event applies to its data, and separately to the state it
	// sets.
	const deltaBytes = delta === undefined ? 0 : Buffer.byteLength(delta);
	checkBytes(
		what,
		Buffer.byteLength(body) - deltaBytes,
		limits,
		"Store large content elsewhere and keep a reference; send images and files by their URL.",
	);
	checkBytes(`${what}.stateDelta`, deltaBytes, limits, "Set the keys in several events.");
	return { kind, source, runId, body, writes, text, saidAt: at };
}

const isList = (given: NewEvent | readonly NewEvent[]): given is readonly NewEvent[] => Array.isArray(given);

/** Checks events from outside and encodes them. */
export function draftEvents(given: NewEvent | readonly NewEvent[], options: DraftOptions): Draft[] {
	if (!isList(given)) return [draftEvent(given, "event", options)];
	if (given.length === 0) throw new HoldfastError("invalid", "events: must contain at least one event");
	const { batchEvents } = options.limits;
	if (given.length > batchEvents) {
		throw new HoldfastError(
			"limit_exceeded",
			`an append may contain at most ${batchEvents} events, got ${given.length}; split it`,
			{ events: given.length, limit: batchEvents },
		);
	}
	// Not `map`, which skips holes in a sparse array.
	return Array.from(given, (event, i) => draftEvent(event, `events[${i}]`, options));
}

/** Equal for equal content, whatever the order of keys, ids and times. Distinguishes a repeat from another request. */
export function fingerprint(drafts: readonly Draft[]): string {
	const contents = drafts.map(({ kind, source, saidAt, text }) => {
		const { data, metadata = "null", stateDelta = "null" } = text;
		const parts = [data, metadata, stateDelta].map((part) => canonicalJson(JSON.parse(part)));
		return [kind, source, saidAt ?? null, ...parts];
	});
	return hash("sha256", JSON.stringify(contents), "base64url");
}

/** An event that the platform itself writes. `writes` is the state that it sets. */
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
		at: new Date(now).toISOString(),
		data: JSON.stringify(data),
		...(stateDelta !== undefined && { stateDelta }),
	});
	return { kind, source: "system", runId: undefined, body, writes };
}
