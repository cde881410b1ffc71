import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import type { MessageContent, NewEvent, Role } from "../event.ts";
import { keyText } from "../ids.ts";
import { isObject, type Json } from "../json.ts";
import type { MessagePart } from "../message-part.ts";
import { about, keptAsIs } from "./conversation.ts";

/** In the form of LangChain (`args`), or of the OpenAI API (`function`). */
const toolCall = z.looseObject({
	id: keyText.nullish(),
	name: keyText.optional(),
	args: z.unknown().optional(),
	function: z.looseObject({ name: keyText, arguments: z.unknown().optional() }).optional(),
});

const fields = z.looseObject({
	content: z.union([z.string(), z.array(z.union([z.string(), z.looseObject({ type: z.string() })]))], {
		error: "must be a string, or a list of strings and of parts with a `type`",
	}),
	name: z.string().nullish(),
	id: z.string().nullish(),
	tool_calls: z.array(toolCall).nullish(),
	invalid_tool_calls: z.array(toolCall).nullish(),
	tool_call_id: keyText.nullish(),
	status: z.string().nullish(),
	additional_kwargs: z.record(z.string(), z.unknown()).nullish(),
});
type Fields = z.output<typeof fields>;

type Spoken = { role: Role; source: NewEvent["source"] };
const SYSTEM: Spoken = { role: "system", source: "system" };
const USER: Spoken = { role: "user", source: "user" };
const ASSISTANT: Spoken = { role: "assistant", source: "agent" };
const SAID_BY: ReadonlyMap<string, Spoken> = new Map([
	["human", USER],
	["user", USER],
	["ai", ASSISTANT],
	["assistant", ASSISTANT],
	["system", SYSTEM],
	["developer", SYSTEM],
]);
const TOOLS: ReadonlySet<string> = new Set(["tool", "function"]);
const OTHERS: ReadonlySet<string> = new Set(["chat", "remove"]);

const isKnown = (kind: string): boolean => SAID_BY.has(kind) || TOOLS.has(kind) || OTHERS.has(kind);

interface Unwrapped {
	/** `human`, `ai`, `tool`…; for an unknown kind, its name in lower case. */
	kind: string;
	fields: Record<string, unknown>;
	/** Path of the fields within the message. */
	path: string;
}

/** `AIMessageChunk` is a message of kind `ai`. */
const kindOf = (name: string): string => name.replace(/(Message)?(Chunk)?$/, "").toLowerCase();

/** The three forms of a message: a constructor call (`lc`), a pair of type and data, or flat with a type or role. */
function unwrap(given: Record<string, unknown>): Unwrapped | undefined {
	const { type, role, data, kwargs, id } = given;
	if (given.lc === 1 && type === "constructor" && Array.isArray(id) && isObject(kwargs))
		return { kind: kindOf(String(id.at(-1))), fields: kwargs, path: ".kwargs" };
	if (typeof type === "string" && isObject(data) && !("content" in given))
		return { kind: kindOf(type), fields: data, path: ".data" };
	if (type === "chat" && typeof role === "string")
		return { kind: role.toLowerCase(), fields: given, path: "" };
	const named = typeof type === "string" ? kindOf(type) : "";
	const spoken = typeof role === "string" ? role.toLowerCase() : "";
	const kind = spoken === "" || isKnown(named) ? named : spoken;
	return kind === "" ? undefined : { kind, fields: given, path: "" };
}

/** Whether a message has a form that only LangChain writes. With only a `role` it could be from any system. */
export function isLangChainMessage(given: unknown): boolean {
	if (!isObject(given) || (given.lc !== 1 && typeof given.type !== "string")) return false;
	return isKnown(unwrap({ ...given, role: undefined })?.kind ?? "");
}

/** The id of a message, to recognize one that occurs twice. */
export function messageIdOf(given: unknown): string | undefined {
	const id = isObject(given) ? unwrap(given)?.fields.id : undefined;
	return typeof id === "string" ? id : undefined;
}

function input(args: unknown): Json {
	if (typeof args !== "string") return (args ?? {}) as Json;
	try {
		return JSON.parse(args) as Json;
	} catch {
		return args;
	}
}

/** Leaves out parts that a provider writes for calls, if the message lists the calls itself. */
function contentOf({ content }: Fields, calls: readonly { toolCallId: string }[]): MessageContent {
	if (typeof content === "string") return content;
	const told = new Set(calls.map(({ toolCallId }) => toolCallId));
	const isCall = ({ type, id, call_id }: Record<string, unknown>): boolean =>
		["tool_use", "tool_call", "function_call"].includes(String(type)) && told.has(String(call_id ?? id));
	return content
		.map((part) => (typeof part === "string" ? { type: "text" as const, text: part } : (part as MessagePart)))
		.filter((part) => !isCall(part));
}

function callsOf({ tool_calls, invalid_tool_calls }: Fields, i: number, what: string) {
	const all = [
		...(tool_calls ?? []).map((call, j) => ({ call, path: `${what}.tool_calls[${j}]` })),
		...(invalid_tool_calls ?? []).map((call, j) => ({ call, path: `${what}.invalid_tool_calls[${j}]` })),
	];
	return all.map(({ call, path }, j) => {
		const name = call.name ?? call.function?.name;
		if (name === undefined)
			throw new HoldfastError("invalid", `${path}.name: is missing; it must be a string`);
		return {
			toolCallId: call.id ?? `call_${i}_${j}`,
			name,
			input: input(call.args ?? call.function?.arguments),
		};
	});
}

/** Progress within a conversation: the calls that wait for their result, and the number of steps. */
export interface Reading {
	waiting: Map<string, string>;
	step: number;
}

/** The call that a result without an id answers: the first one of its tool, or the first of all. */
function waitingFor({ waiting }: Reading, name: string | null | undefined): string | undefined {
	for (const [id, of] of waiting) if (!name || of === name) return id;
	return undefined;
}

function resultOf(read: Fields, given: unknown, reading: Reading): NewEvent {
	const toolCallId = read.tool_call_id ?? waitingFor(reading, read.name);
	if (toolCallId === undefined) return keptAsIs("langgraph.tool", given);
	const name = reading.waiting.get(toolCallId) ?? read.name ?? "tool";
	reading.waiting.delete(toolCallId);
	const output = contentOf(read, []) as Json;
	const isError = read.status === "error";
	const data = { toolCallId, name, output, ...(isError && { isError }) };
	return { kind: "tool_result", source: "tool", data };
}

function extrasOf({ id, additional_kwargs, ...more }: Fields) {
	const { tool_calls: _, function_call: __, ...others } = additional_kwargs ?? {};
	const { response_metadata, usage_metadata, artifact } = more;
	return about("langgraph", { id, response_metadata, usage_metadata, artifact, additional_kwargs: others });
}

/** The events of one message: the text, and one for each tool call. Calls of one message share a step. */
export function fromLangChainMessage(given: unknown, i: number, reading: Reading, what: string): NewEvent[] {
	const message = isObject(given) ? unwrap(given) : undefined;
	if (!message)
		throw new HoldfastError("invalid", `${what}: must be a message with a type or a role`, { field: what });
	const { kind, path } = message;
	const said = SAID_BY.get(kind);
	if (!said && !TOOLS.has(kind)) return [keptAsIs(`langgraph.${kind}`, given)];
	const read = parse(fields, message.fields, what + path);
	if (!said) return [{ ...resultOf(read, given, reading), ...extrasOf(read) }];
	const calls = callsOf(read, i, what + path);
	const content = contentOf(read, calls);
	const events: NewEvent[] = [];
	if (content.length > 0 || calls.length === 0) {
		const data = { role: said.role, content, ...(read.name && { displayName: read.name }) };
		events.push({ kind: "message", source: said.source, data });
	}
	for (const call of calls) {
		reading.waiting.set(call.toolCallId, call.name);
		events.push({ kind: "tool_call", source: "agent", data: { ...call, step: reading.step } });
	}
	if (calls.length > 0) reading.step += 1;
	const [first] = events;
	if (first) Object.assign(first, extrasOf(read));
	return events;
}
