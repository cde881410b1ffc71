import { HoldfastError } from "../../error/index.ts";
import type { NewEvent } from "../event.ts";
import { MAX_ID_LENGTH } from "../ids.ts";
import type { Json, JsonObject } from "../json.ts";

/** A conversation of another system, as events. */
export interface Conversation {
	/** Its position in the source, for error messages: `threads[3]`. */
	what: string;
	sessionId?: string | undefined;
	userId?: string | undefined;
	/** The agent, if the other system has one. */
	agentId?: string | undefined;
	title?: string | undefined;
	metadata?: JsonObject | undefined;
	state?: JsonObject | undefined;
	createdAt?: string | undefined;
	updatedAt?: string | undefined;
	events: NewEvent[];
}

/** A fact of another system, and its owner. */
export interface OwnedFact {
	/** Its position in the source, for error messages: `results[3]`. */
	what: string;
	agentId?: string | undefined;
	userId?: string | undefined;
	fact: ImportedFact;
}

export interface ImportedFact {
	content: string;
	/** The system that it comes from. */
	source: string;
	kind?: string;
	metadata?: JsonObject;
	validFrom?: string;
	validTo?: string;
}

/** Where an event was read. A symbol, so that it is copied with the event but not stored. */
const PLACE = Symbol("place");

/** The event with its position in the source, e.g. `messages[3]`. */
export function placed<E extends NewEvent>(event: E, what: string): E {
	return Object.assign(event, { [PLACE]: what });
}

/** Where an event was read; undefined if its reader did not record it. */
export const placeOf = (event: NewEvent): string | undefined => (event as { [PLACE]?: string })[PLACE];

const ZONE = /(z|[+-]\d\d:?\d\d)$/i;
const DATE_ONLY = /^\d{4}-\d\d-\d\d$/;
/** Smaller numbers are seconds since 1970. As milliseconds they would all be before 1974. */
const SECONDS_BELOW = 100_000_000_000;

function millisecondsOf(value: unknown): number {
	if (typeof value === "number") return value < SECONDS_BELOW ? value * 1_000 : value;
	if (typeof value !== "string") return Number.NaN;
	const text = value.trim().replace(" ", "T");
	// Databases write UTC without a time zone.
	return Date.parse(ZONE.test(text) || DATE_ONLY.test(text) ? text : `${text}Z`);
}

/** A time in any form that exports use, as ISO 8601 in UTC; undefined if there is none. */
export function timeOf(value: unknown, what: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	const ms = millisecondsOf(value);
	const iso = Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : "";
	// Other years have a sign and six digits, and would be rejected later.
	if (!/^\d{4}-/.test(iso))
		throw new HoldfastError("invalid", `${what}: must be a time, such as 2026-01-31T09:30:00Z`, {
			field: what,
		});
	return iso;
}

/** A title within our limit. Other systems have none. */
export function titleOf(title: string | null | undefined): string | undefined {
	const text = title?.replaceAll("\u0000", "").trim();
	if (!text) return undefined;
	return text.slice(0, MAX_ID_LENGTH).toWellFormed();
}

/** Members of an export other than the content that have a value, as metadata under the name of the other system. */
export function about(system: string, members: Record<string, unknown>): { metadata?: JsonObject } {
	const said = Object.entries(members).filter(([, value]) => !isNothing(value));
	if (said.length === 0) return {};
	return { metadata: { [system]: Object.fromEntries(said) as JsonObject } };
}

const isNothing = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);

/** Arguments are text that should be JSON. Invalid JSON stays text. */
export function jsonOf(text: string): Json {
	try {
		return JSON.parse(text) as Json;
	} catch {
		return text;
	}
}

/** A message without an equivalent: stored as it is, and not part of the conversation. */
export function keptAsIs(type: string, message: unknown): NewEvent {
	return { kind: "custom", source: "integration", data: { type, message: message as Json } };
}

/**
 * The events with each tool result after the call that it answers. A result without its call, for example if an
 * export begins in the middle of a conversation, becomes a custom event: no model would accept it in a prompt.
 */
export function pairResults(events: readonly NewEvent[], system: string): NewEvent[] {
	const open = new Set<string>();
	return events.map((event) => {
		if (event.kind === "tool_call") open.add(event.data.toolCallId);
		if (event.kind !== "tool_result" || open.delete(event.data.toolCallId)) return event;
		const { at, metadata, data } = event;
		const kept = { ...keptAsIs(`${system}.tool_result`, data), at, metadata };
		return placed(kept, placeOf(event) ?? "");
	});
}
