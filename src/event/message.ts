import type { Event, MessageContent, Role } from "./event.ts";
import type { Json, JsonObject } from "./json.ts";
import type { MessagePart } from "./message-part.ts";
import { readPart } from "./read-part.ts";

/** A tool call in a message of the assistant. */
export interface ToolCall {
	/** Id of the call. The message with the result has it as `toolCallId`. */
	id: string;
	/** Name of the tool. */
	name: string;
	/** The arguments. */
	input: Json;
}

/** One message of the conversation, in the form that a model reads. */
export interface Message {
	/** Who said it. */
	role: Role;
	/** What was said. */
	content: MessageContent;
	/** The tools that the assistant calls here. */
	toolCalls?: ToolCall[];
	/** For the result of a tool: the call that it answers. */
	toolCallId?: string;
	/** Name of the speaker, if the message has one. */
	displayName?: string;
	/** When it was said, as an ISO 8601 timestamp. */
	at: string;
	/** Offset of the event in the session's log. */
	offset: number;
	/** Metadata of the event. No prompt shows it. */
	metadata?: JsonObject;
}

/** The kinds of events that are part of the conversation. */
export const MESSAGE_KINDS = ["message", "tool_call", "tool_result", "reply"] as const;

/** The kinds that `messageCount` counts: what people and models said, without tool calls. */
export function countsAsMessage(kind: string): boolean {
	return kind === "message" || kind === "reply";
}

/** The message of an event; undefined if the event is not a message, or was erased. */
export function toMessage(event: Event): Message | undefined {
	if (event.erased) return undefined;
	const common = { at: event.at, offset: event.offset, ...(event.metadata && { metadata: event.metadata }) };
	switch (event.kind) {
		case "message": {
			const { role, content, displayName } = event.data;
			return { role, content, ...(displayName !== undefined && { displayName }), ...common };
		}
		case "reply":
			return { role: "assistant", content: event.data.content, ...common };
		case "tool_call": {
			const { toolCallId, name, input } = event.data;
			return { role: "assistant", content: "", toolCalls: [{ id: toolCallId, name, input }], ...common };
		}
		case "tool_result": {
			const { toolCallId, output } = event.data;
			const content = typeof output === "string" ? output : JSON.stringify(output);
			return { role: "tool", content, toolCallId, ...common };
		}
		default:
			return undefined;
	}
}

/** The messages of these events, in order. */
export function transcript(events: readonly Event[]): Message[] {
	return events.map(toMessage).filter((message) => message !== undefined);
}

/** Types of parts that are text in other APIs. */
const TEXTS: ReadonlySet<string> = new Set(["input_text", "output_text", "refusal"]);

/** The text of a message, without parts that are not text. */
export function textOf(content: MessageContent): string {
	if (typeof content === "string") return content;
	return content.flatMap(textsOf).join("\n");
}

function textsOf(part: MessagePart): string[] {
	if (part.type === "text") return typeof part.text === "string" ? [part.text] : [];
	// Text files are not included: they can be long.
	const parts = TEXTS.has(part.type) ? (readPart(part).parts ?? []) : [];
	return parts.flatMap((read) => (read.type === "text" ? [read.text] : []));
}
