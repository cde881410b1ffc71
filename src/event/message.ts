import type { Event, MessageContent, Role } from "./event.ts";
import type { Json, JsonObject } from "./json.ts";
import type { MessagePart } from "./message-part.ts";
import { readPart } from "./read-part.ts";

export interface ToolCall {
	id: string;
	name: string;
	input: Json;
}

/** One line of the conversation as a model would read it. */
export interface Message {
	role: Role;
	content: MessageContent;
	toolCalls?: ToolCall[];
	toolCallId?: string;
	/** Who spoke, where a participant has a name. */
	displayName?: string;
	at: string;
	offset: number;
	metadata?: JsonObject;
}

/** The kinds of event that are lines of the conversation. */
export const MESSAGE_KINDS = ["message", "tool_call", "tool_result", "reply"] as const;

/** The kinds that `messageCount` counts: what somebody said, without the machinery of tools. */
export function countsAsMessage(kind: string): boolean {
	return kind === "message" || kind === "reply";
}

/** Projects an event to a message; undefined where it is not one, or was erased. */
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

/** The conversation held by these events, in their order. */
export function transcript(events: readonly Event[]): Message[] {
	return events.map(toMessage).filter((message) => message !== undefined);
}

/** The types of part that are text in the words of another API. */
const TEXTS: ReadonlySet<string> = new Set(["input_text", "output_text", "refusal"]);

/** The text of a message; parts that are no text are left out. */
export function textOf(content: MessageContent): string {
	if (typeof content === "string") return content;
	return content.flatMap(textsOf).join("\n");
}

function textsOf(part: MessagePart): string[] {
	if (part.type === "text") return typeof part.text === "string" ? [part.text] : [];
	// Files are not read for their text: they may be long.
	const parts = TEXTS.has(part.type) ? (readPart(part).parts ?? []) : [];
	return parts.flatMap((read) => (read.type === "text" ? [read.text] : []));
}
