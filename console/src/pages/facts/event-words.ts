import type { Event, Json, MessageContent } from "holdfast";
import { shownPart } from "../../parts/message-part.ts";

const short = (value: Json | undefined): string =>
	typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

const textOf = (content: MessageContent): string =>
	typeof content === "string"
		? content
		: content.map((part) => shownPart(part).text ?? `[${part.type}]`).join("\n");

/** The text of an event, for a quote. */
export function eventWords(event: Event): string {
	switch (event.kind) {
		case "message":
		case "reply":
			return textOf(event.data.content);
		case "tool_call":
			return short(event.data.input);
		case "tool_result":
			return short(event.data.output);
		case "summary":
			return event.data.content;
		case "step_output":
			return short(event.data.value);
		default:
			return JSON.stringify(event.data);
	}
}

/** The speaker of an event. */
export function eventSpeaker(event: Event): string {
	switch (event.kind) {
		case "message":
			return event.data.displayName ?? event.data.role;
		case "tool_call":
			return `call of ${event.data.name}`;
		case "tool_result":
			return `result of ${event.data.name}`;
		default:
			return `${event.source} · ${event.kind}`;
	}
}

/** Why the content of an event is untrusted. */
export function whyUntrusted(event: Event): string {
	if (event.kind === "tool_result") return "Source: a tool, not the user.";
	if (event.kind === "message" && event.data.role === "assistant") return "Source: the agent, not the user.";
	return "Source: not the user's own words.";
}
