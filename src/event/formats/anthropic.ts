import { z } from "zod";
import { parse } from "../../error/index.ts";
import type { MessageContent, NewEvent } from "../event.ts";
import { keyText } from "../ids.ts";
import { isObject, type Json } from "../json.ts";
import type { MessagePart } from "../message-part.ts";
import { pairResults, placed } from "./conversation.ts";

const block = z.looseObject({ type: z.string() });
const blocks = z.union([z.string(), z.array(block)], {
	error: "must be a string or a list of content blocks with a `type`",
});
const message = z.looseObject({ role: z.enum(["user", "assistant", "system"]), content: blocks });
const toolUse = z.looseObject({ id: keyText, name: keyText, input: z.unknown().optional() });
const toolResult = z.looseObject({
	tool_use_id: keyText,
	content: z.unknown().optional(),
	is_error: z.boolean().nullish(),
});

const SOURCES = { system: "system", user: "user", assistant: "agent" } as const;

/** Includes tools that Anthropic runs itself: `server_tool_use`, `mcp_tool_use`. */
const isUse = (type: string): boolean => type.endsWith("tool_use");
const isResult = (type: string): boolean => type.endsWith("tool_result");

/** Block types that only Anthropic writes. */
const OWN: ReadonlySet<string> = new Set(["thinking", "redacted_thinking", "document"]);

/** Whether a message has the form of Anthropic's API, and not of another API with roles and parts. */
export function isAnthropicMessage(given: unknown): boolean {
	if (!isObject(given) || !Array.isArray(given.content)) return false;
	return given.content.some((one: unknown) => {
		if (!isObject(one) || typeof one.type !== "string") return false;
		if (isUse(one.type) || isResult(one.type) || OWN.has(one.type)) return true;
		return one.type === "image" && isObject(one.source) && typeof one.source.type === "string";
	});
}

const isBareText = (part: unknown): part is { type: "text"; text: string } =>
	isObject(part) && part.type === "text" && typeof part.text === "string" && Object.keys(part).length === 2;

/** The output of a tool: text if it is text only. */
function outputOf(content: unknown): Json {
	if (content === undefined || content === null) return "";
	if (Array.isArray(content) && content.every(isBareText)) return content.map(({ text }) => text).join("\n");
	return content as Json;
}

/** What was said between calls: text if it is one text, otherwise the blocks as they are. */
function contentOf(said: readonly unknown[]): MessageContent {
	const [only] = said;
	return said.length === 1 && isBareText(only) ? only.text : (said as MessagePart[]);
}

/** Progress within the messages of a conversation. */
interface Reading {
	/** The tool of each call. */
	names: Map<string, string>;
	step: number;
}

function readMessage(given: unknown, reading: Reading, what: string): NewEvent[] {
	const { role, content } = parse(message, given, what);
	const source = SOURCES[role];
	if (typeof content === "string") return [{ kind: "message", source, data: { role, content } }];
	// The caller's blocks, not the parsed ones: they are stored as given.
	const own = (given as { content: unknown[] }).content;
	const events: NewEvent[] = [];
	let said: unknown[] = [];
	const flush = (): void => {
		if (said.length > 0) events.push({ kind: "message", source, data: { role, content: contentOf(said) } });
		said = [];
	};
	content.forEach((part, i) => {
		if (isUse(part.type)) {
			flush();
			const { id, name, input = {} } = parse(toolUse, part, `${what}.content[${i}]`);
			reading.names.set(id, name);
			const data = { toolCallId: id, name, input: input as Json, step: reading.step };
			events.push({ kind: "tool_call", source: "agent", data });
		} else if (isResult(part.type)) {
			flush();
			const { tool_use_id: id, content: output, is_error } = parse(toolResult, part, `${what}.content[${i}]`);
			const isError = is_error === true || (isObject(output) && String(output.type).endsWith("_error"));
			const name = reading.names.get(id) ?? "tool";
			const data = { toolCallId: id, name, output: outputOf(output), ...(isError && { isError }) };
			events.push({ kind: "tool_result", source: "tool", data });
		} else said.push(own[i]);
	});
	flush();
	if (events.some(({ kind }) => kind === "tool_call")) reading.step += 1;
	return events.length > 0 ? events : [{ kind: "message", source, data: { role, content: "" } }];
}

/**
 * Events from messages in the form of Anthropic's Messages API. Text between tool calls becomes a message of its
 * own, in its place. Calls of one message share a step. `system` is the system prompt of the request: text or
 * blocks.
 */
export function fromAnthropic(messages: readonly unknown[], what = "messages", system?: unknown): NewEvent[] {
	const reading: Reading = { names: new Map(), step: 0 };
	const first =
		system === undefined || system === null || system === ""
			? []
			: readMessage({ role: "system", content: system }, reading, "system").map((event) =>
					placed(event, "system"),
				);
	const events = messages.flatMap((given, i) =>
		readMessage(given, reading, `${what}[${i}]`).map((event) => placed(event, `${what}[${i}]`)),
	);
	return pairResults([...first, ...events], "anthropic");
}
