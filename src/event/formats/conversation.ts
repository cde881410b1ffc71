import { HoldfastError } from "../../error/index.ts";
import type { NewEvent } from "../event.ts";
import { MAX_ID_LENGTH } from "../ids.ts";
import type { Json, JsonObject } from "../json.ts";

/** A conversation as another system kept it, in events of ours. */
export interface Conversation {
	/** Its place in what was read, for messages to people: `threads[3]`. */
	what: string;
	sessionId?: string | undefined;
	userId?: string | undefined;
	/** The agent, where the other system knows one. */
	agentId?: string | undefined;
	title?: string | undefined;
	metadata?: JsonObject | undefined;
	state?: JsonObject | undefined;
	createdAt?: string | undefined;
	updatedAt?: string | undefined;
	events: NewEvent[];
}

/** A fact as another system kept it, and whose it is. */
export interface OwnedFact {
	/** Its place in what was read, for messages to people: `results[3]`. */
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

/** Where an event was read. A symbol: it goes along when an event is copied, and is not stored. */
const PLACE = Symbol("place");

/** The event with its place in what was read, such as `messages[3]`. */
export function placed<E extends NewEvent>(event: E, what: string): E {
	return Object.assign(event, { [PLACE]: what });
}

/** Where an event was read; undefined where its reader did not say. */
export const placeOf = (event: NewEvent): string | undefined => (event as { [PLACE]?: string })[PLACE];

const ZONE = /(z|[+-]\d\d:?\d\d)$/i;
const DATE_ONLY = /^\d{4}-\d\d-\d\d$/;
/** Numbers below are seconds since 1970, not milliseconds: as milliseconds they would all be before 1974. */
const SECONDS_BELOW = 100_000_000_000;

function millisecondsOf(value: unknown): number {
	if (typeof value === "number") return value < SECONDS_BELOW ? value * 1_000 : value;
	if (typeof value !== "string") return Number.NaN;
	const text = value.trim().replace(" ", "T");
	// Databases write UTC without saying so.
	return Date.parse(ZONE.test(text) || DATE_ONLY.test(text) ? text : `${text}Z`);
}

/** A time in any of the ways that exports write it, as ISO 8601 in UTC; undefined where there is none. */
export function timeOf(value: unknown, what: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	const ms = millisecondsOf(value);
	const iso = Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : "";
	// Years beyond have a sign and six digits, and would be refused later.
	if (!/^\d{4}-/.test(iso))
		throw new HoldfastError("invalid", `${what}: must be a time, such as 2026-01-31T09:30:00Z`, {
			field: what,
		});
	return iso;
}

/** A title as ours may be: others have no limit. */
export function titleOf(title: string | null | undefined): string | undefined {
	const text = title?.replaceAll("\u0000", "").trim();
	if (!text) return undefined;
	return text.slice(0, MAX_ID_LENGTH).toWellFormed();
}

/** What an export says of something beside its content: members that say something, under the name of the other system. */
export function about(system: string, members: Record<string, unknown>): { metadata?: JsonObject } {
	const said = Object.entries(members).filter(([, value]) => !isNothing(value));
	if (said.length === 0) return {};
	return { metadata: { [system]: Object.fromEntries(said) as JsonObject } };
}

const isNothing = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);

/** Arguments are text that should be JSON; what is not stays text. */
export function jsonOf(text: string): Json {
	try {
		return JSON.parse(text) as Json;
	} catch {
		return text;
	}
}

/** A message that has no place among ours: kept as it is, and no part of the conversation. */
export function keptAsIs(type: string, message: unknown): NewEvent {
	return { kind: "custom", source: "integration", data: { type, message: message as Json } };
}

/**
 * The events with each tool result after the call that it answers. A result that answers none, as when an export begins in
 * the middle of a conversation, is kept as a custom event: no model would take a prompt with it.
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
