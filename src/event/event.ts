import type { Json, JsonObject } from "./json.ts";
import type { MessagePart } from "./message-part.ts";

export const EVENT_KINDS = [
	"message",
	"tool_call",
	"tool_result",
	"reply",
	"status",
	"state",
	"step_output",
	"mode",
	"session",
	"summary",
	"custom",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const EVENT_SOURCES = ["user", "agent", "human", "tool", "system", "integration"] as const;
export type EventSource = (typeof EVENT_SOURCES)[number];

export const ROLES = ["user", "assistant", "tool", "system"] as const;
export type Role = (typeof ROLES)[number];

/** What a message says: text, or parts where it is more than text. */
export type MessageContent = string | MessagePart[];

export const SESSION_MODES = ["auto", "manual"] as const;
export type SessionMode = (typeof SESSION_MODES)[number];

/** A life-cycle change of the session itself. */
export type SessionChange = "ended" | "reopened" | "rekeyed" | "forked";

/** Every offset is smaller than this: a session that reaches it takes no more events. */
export const MAX_OFFSETS = 2 ** 31;

type Loose<T> = T & { [key: string]: Json | undefined };

/** What `data` holds, by kind. More keys than these are kept as given. */
export interface EventData {
	message: Loose<{ role: Role; content: MessageContent; displayName?: string }>;
	tool_call: Loose<{ toolCallId: string; name: string; input: Json; step?: number }>;
	tool_result: Loose<{ toolCallId: string; name: string; output: Json; isError?: boolean }>;
	reply: Loose<{ content: MessageContent }>;
	status: Loose<{ status: string; error?: Json }>;
	state: JsonObject;
	step_output: Loose<{ nodeId: string; value: Json }>;
	mode: Loose<{ from: SessionMode; to: SessionMode; by?: string; reason?: string }>;
	session: Loose<{ change: SessionChange | (string & {}) }>;
	summary: Loose<{ content: string; upTo: number }>;
	custom: Loose<{ type?: string }>;
}

/** A change of state: keys to set (null is a value) and keys to remove. */
export interface StateDelta {
	set?: Record<string, Json> | undefined;
	remove?: readonly string[] | undefined;
}

/** An event of one kind, its `data` typed. */
export interface EventOf<K extends EventKind> {
	id: string;
	/** Position in the session's log: gap-free from 0, never reused. */
	offset: number;
	kind: K;
	source: EventSource;
	/** When it happened, ISO 8601 UTC. Never decides order. */
	at: string;
	runId?: string;
	data: EventData[K];
	metadata?: JsonObject;
	stateDelta?: StateDelta;
	/** Set when the content was erased; the offset stays. `data` is then `{}`. */
	erased?: true;
}

/** One entry of a session's log. */
export type Event = { [K in EventKind]: EventOf<K> }[EventKind];

interface NewEventOf<K extends EventKind> {
	kind: K;
	source: EventSource;
	data: EventData[K];
	metadata?: JsonObject | undefined;
	stateDelta?: StateDelta | undefined;
	/** When it happened (default now); for backfilling. Never decides order. */
	at?: string | Date | undefined;
}

/** An event to append. Identity, offset, tenant, agent and run are stamped by the platform. */
export type NewEvent = { [K in EventKind]: NewEventOf<K> }[EventKind];
