import type { Json, JsonObject } from "./json.ts";
import type { MessagePart } from "./message-part.ts";

/** The kinds of events. */
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
/** The kind of an event; it decides what `data` contains. */
export type EventKind = (typeof EVENT_KINDS)[number];

/** The possible sources of an event. */
export const EVENT_SOURCES = ["user", "agent", "human", "tool", "system", "integration"] as const;
/** Who wrote an event: a user, the agent, a human operator, a tool, the system or an integration. */
export type EventSource = (typeof EVENT_SOURCES)[number];

export const ROLES = ["user", "assistant", "tool", "system"] as const;
/** The role of a message: who said it, from the model's point of view. */
export type Role = (typeof ROLES)[number];

/** The content of a message: text, or parts if it is more than text. */
export type MessageContent = string | MessagePart[];

export const SESSION_MODES = ["auto", "manual"] as const;
/** `auto`: the agent answers. `manual`: a human has taken over. */
export type SessionMode = (typeof SESSION_MODES)[number];

/** A life-cycle change of the session itself. */
export type SessionChange = "ended" | "reopened" | "rekeyed" | "forked";

/** Every offset is smaller than this. A session that reaches it accepts no more events. */
export const MAX_OFFSETS = 2 ** 31;

type Loose<T> = T & { [key: string]: Json | undefined };

/** The content of `data`, by kind. Additional keys are kept as given. */
export interface EventData {
	/** A message of a person or a model. */
	message: Loose<{ role: Role; content: MessageContent; displayName?: string }>;
	/** The agent calls a tool. */
	tool_call: Loose<{ toolCallId: string; name: string; input: Json; step?: number }>;
	/** The result of a tool call. */
	tool_result: Loose<{ toolCallId: string; name: string; output: Json; isError?: boolean }>;
	/** A reply that a routine sends to the user. */
	reply: Loose<{ content: MessageContent }>;
	/** A change of a run's status. */
	status: Loose<{ status: string; error?: Json }>;
	/** A change of state. The change itself is in `stateDelta`. */
	state: JsonObject;
	/** The output of one node of a routine. */
	step_output: Loose<{ nodeId: string; value: Json }>;
	/** A handover: the mode changed from `auto` to `manual`, or back. */
	mode: Loose<{ from: SessionMode; to: SessionMode; by?: string; reason?: string }>;
	/** A life-cycle change of the session, e.g. `ended`. */
	session: Loose<{ change: SessionChange | (string & {}) }>;
	/** A summary of the conversation up to and including the offset `upTo`. */
	summary: Loose<{ content: string; upTo: number }>;
	/** Data of your own. */
	custom: Loose<{ type?: string }>;
}

/** A change of state: keys to set (null is a value) and keys to remove. */
export interface StateDelta {
	/** Keys to set, with their values. */
	set?: Record<string, Json> | undefined;
	/** Keys to remove. */
	remove?: readonly string[] | undefined;
}

/** An event of one kind, with typed `data`. */
export interface EventOf<K extends EventKind> {
	/** Id of the event. */
	id: string;
	/** Position in the session's log: 0, 1, 2 … without gaps, never reused. */
	offset: number;
	/** The kind; it decides what `data` contains. */
	kind: K;
	/** Who wrote the event. */
	source: EventSource;
	/** When it happened, ISO 8601 UTC. Does not affect the order. */
	at: string;
	/** The run that wrote the event. */
	runId?: string;
	/** The content, depending on the kind. */
	data: EventData[K];
	/** Values for your program. No prompt shows them. */
	metadata?: JsonObject;
	/** The change of state that this event makes. */
	stateDelta?: StateDelta;
	/** Set if the content was erased. The offset stays, and `data` is `{}`. */
	erased?: true;
}

/** One event of a session's log. */
export type Event = { [K in EventKind]: EventOf<K> }[EventKind];

interface NewEventOf<K extends EventKind> {
	kind: K;
	source: EventSource;
	data: EventData[K];
	metadata?: JsonObject | undefined;
	stateDelta?: StateDelta | undefined;
	/** When it happened, to import older events. Default: now. Does not affect the order. */
	at?: string | Date | undefined;
}

/** An event to append. The platform sets id, offset, tenant, agent and run. */
export type NewEvent = { [K in EventKind]: NewEventOf<K> }[EventKind];
