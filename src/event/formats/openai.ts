import { z } from "zod";
import { parse } from "../../error/index.ts";
import type { MessageContent, NewEvent, Role } from "../event.ts";
import { keyText } from "../ids.ts";
import type { Json, JsonObject } from "../json.ts";
import type { MessagePart } from "../message-part.ts";
import { jsonOf, placed } from "./conversation.ts";

const called = z.looseObject({ name: keyText, arguments: z.string().default("{}") });
const toolCall = z.looseObject({ id: keyText, function: called });

const message = z.looseObject({
	role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
	content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).nullish(),
	name: z.string().optional(),
	refusal: z.string().nullish(),
	tool_calls: z.array(toolCall).nullish(),
	/** The predecessor of `tool_calls`. Its result is identified by the function's name. */
	function_call: called.nullish(),
	tool_call_id: keyText.optional(),
});

type Source = NewEvent["source"];
const SAID_BY: Record<string, { role: Role; source: Source }> = {
	system: { role: "system", source: "system" },
	developer: { role: "system", source: "system" },
	user: { role: "user", source: "user" },
	assistant: { role: "assistant", source: "agent" },
};

/** The content as given, not as parsed: it is stored as it is. A refusal in its place becomes a part. */
function contentOf(given: unknown, refusal: string | null | undefined): MessageContent {
	const { content } = given as { content?: MessageContent | null };
	if (typeof refusal !== "string") return content ?? "";
	const parts: MessagePart[] =
		typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
	return [...parts, { type: "refusal", refusal }];
}

/**
 * Events from messages in the form of the OpenAI chat API. An assistant message with tool calls gives its text, if
 * any, and one event per call. Calls of one message share a step.
 */
export function fromOpenAi(messages: readonly unknown[], what = "messages"): NewEvent[] {
	const names = new Map<string, string>();
	const events: NewEvent[] = [];
	let step = 0;
	messages.forEach((given, i) => {
		const place = `${what}[${i}]`;
		const add = (event: NewEvent): void => void events.push(placed(event, place));
		const { role, name, tool_call_id, ...more } = parse(message, given, place);
		const content = contentOf(given, more.refusal);
		const legacy = more.function_call ? [{ id: more.function_call.name, function: more.function_call }] : [];
		const calls = more.tool_calls ?? legacy;
		if (role === "tool" || role === "function") {
			const toolCallId = tool_call_id ?? name ?? `call_${i}`;
			const data = {
				toolCallId,
				name: names.get(toolCallId) ?? name ?? "tool",
				output: content as Json,
			};
			add({ kind: "tool_result", source: "tool", data });
			return;
		}
		const said = SAID_BY[role] as { role: Role; source: Source };
		if (content.length > 0 || calls.length === 0) {
			const data: JsonObject & { role: Role; content: MessageContent } = {
				role: said.role,
				content,
			};
			if (name !== undefined) data.displayName = name;
			add({ kind: "message", source: said.source, data });
		}
		for (const call of calls) {
			names.set(call.id, call.function.name);
			const data = {
				toolCallId: call.id,
				name: call.function.name,
				input: jsonOf(call.function.arguments),
				step,
			};
			add({ kind: "tool_call", source: "agent", data });
		}
		if (calls.length > 0) step += 1;
	});
	return events;
}
