import { z } from "zod";
import { parse } from "../../error/index.ts";
import type { NewEvent } from "../event.ts";
import type { Json, JsonObject } from "../json.ts";
import type { MessagePart } from "../message-part.ts";

const part = z.looseObject({ type: z.string() });
const message = z.looseObject({
	id: z.string().optional(),
	role: z.enum(["system", "user", "assistant"]),
	parts: z.array(part),
	metadata: z.unknown().optional(),
});

const toolPart = z.looseObject({
	toolCallId: z.string(),
	toolName: z.string().optional(),
	state: z.string().optional(),
	input: z.unknown().optional(),
	/** The text of the model, if it was not valid input. */
	rawInput: z.unknown().optional(),
	output: z.unknown().optional(),
	errorText: z.string().optional(),
});

const isTool = (type: string): boolean => type.startsWith("tool-") || type === "dynamic-tool";

const SOURCES = { system: "system", user: "user", assistant: "agent" } as const;

/** The events of one tool part: its call, and its result if there is one. */
function toolEvents(given: unknown, type: string, step: number, what: string): NewEvent[] {
	const { toolCallId, toolName, state, input, rawInput, output, errorText } = parse(toolPart, given, what);
	const name = toolName ?? type.slice("tool-".length);
	const call: NewEvent = {
		kind: "tool_call",
		source: "agent",
		data: { toolCallId, name, input: (input ?? rawInput ?? null) as Json, step },
	};
	if (state === "output-error" || errorText !== undefined) {
		const data = { toolCallId, name, output: errorText ?? "the tool failed", isError: true };
		return [call, { kind: "tool_result", source: "tool", data }];
	}
	if (state !== "output-available" && output === undefined) return [call];
	return [
		call,
		{ kind: "tool_result", source: "tool", data: { toolCallId, name, output: (output ?? null) as Json } },
	];
}

/** The events of one message; see `fromAiSdk`. */
export function fromUiMessage(given: unknown, what: string): NewEvent[] {
	const events: NewEvent[] = [];
	const { role, parts, metadata } = parse(message, given, what);
	const about = metadata === undefined || metadata === null ? {} : { metadata: metadata as JsonObject };
	let said: MessagePart[] = [];
	let step = 0;
	const flush = (): void => {
		if (said.length === 0) return;
		const texts = said.flatMap((part) =>
			part.type === "text" && typeof part.text === "string" ? [part.text] : [],
		);
		const content = texts.length === said.length ? texts.join("") : said;
		events.push({ kind: "message", source: SOURCES[role], data: { role, content }, ...about });
		said = [];
	};
	parts.forEach((part, j) => {
		if (part.type === "step-start") {
			flush();
			step += 1;
		} else if (isTool(part.type)) {
			flush();
			events.push(...toolEvents(part, part.type, step, `${what}.parts[${j}]`));
		} else {
			// The caller's part, not the parsed one: it is stored as given.
			said.push((given as { parts: MessagePart[] }).parts[j] as MessagePart);
		}
	});
	flush();
	// A message with only tool calls has no text that could hold its metadata.
	const [first] = events;
	if (first && events.every((event) => event.kind !== "message")) Object.assign(first, about);
	return events;
}
