import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import type { EventSource, MessageContent, NewEvent, Role } from "../event.ts";
import { keyText } from "../ids.ts";
import { isObject, type Json } from "../json.ts";
import type { MessagePart } from "../message-part.ts";
import { jsonOf, keptAsIs, pairResults, placed } from "./conversation.ts";

const parts = z.array(z.looseObject({ type: z.string() }));
const message = z.looseObject({
	role: z.enum(["user", "assistant", "system", "developer"]),
	content: z.union([z.string(), parts], { error: "must be a string or a list of parts with a `type`" }),
});
const call = z.looseObject({ call_id: keyText, name: keyText });
const output = z.looseObject({ call_id: keyText, output: z.unknown().optional() });
const mcpCall = z.looseObject({ id: keyText, name: keyText, output: z.unknown().optional() });

const SAID_BY: Record<string, { role: Role; source: EventSource }> = {
	user: { role: "user", source: "user" },
	assistant: { role: "assistant", source: "agent" },
	system: { role: "system", source: "system" },
	developer: { role: "system", source: "system" },
};

const CALLS: ReadonlySet<string> = new Set(["function_call", "custom_tool_call"]);
const OUTPUTS: ReadonlySet<string> = new Set(["function_call_output", "custom_tool_call_output"]);
const OWN_PARTS: ReadonlySet<string> = new Set(["input_text", "output_text", "input_image", "input_file"]);

const typeOf = (given: unknown): string =>
	isObject(given) && typeof given.type === "string" ? given.type : "";

/** A message; its type is optional. */
const isMessage = (given: unknown): boolean =>
	isObject(given) && typeof given.role === "string" && ["", "message"].includes(typeOf(given));

/** An item that no other format has. */
function isOwn(given: unknown): boolean {
	const type = typeOf(given);
	if (CALLS.has(type) || OUTPUTS.has(type) || type === "reasoning" || type === "item_reference") return true;
	if (type.endsWith("_call") || type.endsWith("_call_output") || type.startsWith("mcp_")) return true;
	if (!isMessage(given) || !isObject(given)) return false;
	const { content } = given;
	if (!Array.isArray(content) || content.length === 0) return type === "message";
	return content.some((part) => OWN_PARTS.has(typeOf(part)));
}

/** Whether this is a list of items of OpenAI's Responses API. */
export const isResponsesList = (list: readonly unknown[]): boolean =>
	list.every((one) => isOwn(one) || isMessage(one)) && list.some(isOwn);

/** Converts input and output texts to text parts. Other parts stay as they are. */
function partOf(given: MessagePart | Record<string, unknown>): MessagePart {
	const { type, text, annotations } = given as Record<string, unknown>;
	if ((type !== "input_text" && type !== "output_text") || typeof text !== "string")
		return given as MessagePart;
	const cited = Array.isArray(annotations) && annotations.length > 0 ? { annotations } : {};
	return { type: "text", text, ...cited };
}

function contentOf(given: unknown): MessageContent {
	const { content } = given as { content: string | MessagePart[] };
	if (typeof content === "string") return content;
	const read = content.map(partOf);
	const [only] = read;
	if (read.length === 0) return "";
	return read.length === 1 && only?.type === "text" && Object.keys(only).length === 2 ? only.text : read;
}

/** The output of a tool: text if it is text only. */
function outputOf(value: unknown): Json {
	if (!Array.isArray(value)) return (value ?? "") as Json;
	const read = value.map((part) => (isObject(part) ? partOf(part) : part));
	const texts = read.flatMap((part) => (isObject(part) && part.type === "text" ? [String(part.text)] : []));
	return texts.length === read.length ? texts.join("\n") : (value as Json);
}

const argumentsOf = ({ arguments: args, input }: Record<string, unknown>): Json => {
	if (typeof args === "string") return jsonOf(args);
	return (args ?? input ?? {}) as Json;
};

/** The model's reasoning, as far as it is included. */
function thoughtOf({ summary, content }: Record<string, unknown>): string {
	const told = [summary, content].flatMap((list) => (Array.isArray(list) ? list : []));
	const texts = told.flatMap((part) => (isObject(part) && typeof part.text === "string" ? [part.text] : []));
	return texts.filter((text) => text.trim() !== "").join("\n");
}

/** Progress within the items of a conversation. */
interface Reading {
	names: Map<string, string>;
	/** Consecutive calls are one step. */
	step: number;
	isCalling: boolean;
	/** Reasoning whose message or call has not come yet. */
	thought: string;
}

function callEvents(item: Record<string, unknown>, reading: Reading, what: string): NewEvent[] {
	const { call_id: id, name } = parse(call, item, what);
	reading.names.set(id, name);
	reading.isCalling = true;
	const data = { toolCallId: id, name, input: argumentsOf(item), step: reading.step };
	return [...thoughtEvents(reading), { kind: "tool_call", source: "agent", data }];
}

function mcpEvents(item: Record<string, unknown>, reading: Reading, what: string): NewEvent[] {
	const { id, name, output: given, error } = parse(mcpCall, item, what);
	reading.isCalling = true;
	const events: NewEvent[] = [
		...thoughtEvents(reading),
		{
			kind: "tool_call",
			source: "agent",
			data: { toolCallId: id, name, input: argumentsOf(item), step: reading.step },
		},
	];
	const failed = error !== undefined && error !== null;
	if (!failed && (given === undefined || given === null)) return events;
	const result = {
		toolCallId: id,
		name,
		output: outputOf(failed ? error : given),
		...(failed && { isError: true }),
	};
	return [...events, { kind: "tool_result", source: "tool", data: result }];
}

/** Reasoning that led to a call: a message without other content. */
function thoughtEvents(reading: Reading): NewEvent[] {
	const text = reading.thought;
	reading.thought = "";
	if (text === "") return [];
	return [
		{ kind: "message", source: "agent", data: { role: "assistant", content: [{ type: "reasoning", text }] } },
	];
}

function messageEvents(item: unknown, reading: Reading, what: string): NewEvent[] {
	const { role } = parse(message, item, what);
	const said = SAID_BY[role] as { role: Role; source: EventSource };
	const reasoning = said.role === "assistant" ? reading.thought : "";
	if (reasoning !== "") reading.thought = "";
	const data = { role: said.role, content: contentOf(item), ...(reasoning !== "" && { reasoning }) };
	return [...thoughtEvents(reading), { kind: "message", source: said.source, data }];
}

function readItem(item: unknown, reading: Reading, what: string): NewEvent[] {
	if (!isObject(item))
		throw new HoldfastError("invalid", `${what}: must be an item with a type`, { field: what });
	const type = typeOf(item);
	const isCall = CALLS.has(type) || type === "mcp_call";
	if (!isCall && reading.isCalling && type !== "reasoning") {
		reading.step += 1;
		reading.isCalling = false;
	}
	if (CALLS.has(type)) return callEvents(item, reading, what);
	if (type === "mcp_call") return mcpEvents(item, reading, what);
	if (OUTPUTS.has(type)) {
		const { call_id: id, output: given } = parse(output, item, what);
		const data = { toolCallId: id, name: reading.names.get(id) ?? "tool", output: outputOf(given) };
		return [{ kind: "tool_result", source: "tool", data }];
	}
	if (type === "reasoning") {
		reading.thought = [reading.thought, thoughtOf(item)].filter((text) => text !== "").join("\n");
		return [];
	}
	if (isMessage(item) || type === "message") return messageEvents(item, reading, what);
	return [keptAsIs(`openai.${type === "" ? "item" : type}`, item)];
}

/**
 * Events from items of OpenAI's Responses API. Reasoning is stored with the message that follows it. Calls of tools
 * that OpenAI runs itself become custom events.
 */
export function fromOpenAiResponses(items: readonly unknown[], what = "items"): NewEvent[] {
	const reading: Reading = { names: new Map(), step: 0, isCalling: false, thought: "" };
	const events = items.flatMap((item, i) =>
		readItem(item, reading, `${what}[${i}]`).map((event) => placed(event, `${what}[${i}]`)),
	);
	const last = thoughtEvents(reading).map((event) => placed(event, `${what}[${items.length - 1}]`));
	return pairResults([...events, ...last], "openai");
}
