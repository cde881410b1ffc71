import type { NewEvent } from "../event.ts";
import { isObject } from "../json.ts";
import { placed } from "./conversation.ts";
import { fromModelMessage } from "./mastra-message.ts";
import { fromUiMessage } from "./ui-messages.ts";

/**
 * Events from messages of the AI SDK. UI messages have `parts`, messages for a model have `content`. Text between
 * tool calls becomes a message of its own, in its place. A `step-start` part begins a new step. Other parts
 * (reasoning, files, sources, data) stay parts.
 */
export function fromAiSdk(messages: readonly unknown[], what = "messages"): NewEvent[] {
	const areForModels = messages.some(
		(given) =>
			isObject(given) && !("parts" in given) && (Array.isArray(given.content) || given.role === "tool"),
	);
	return messages.flatMap((given, i) => {
		const place = `${what}[${i}]`;
		const read = areForModels && isObject(given) && !("parts" in given) ? fromModelMessage : fromUiMessage;
		return read(given, place).map((event) => placed(event, place));
	});
}
