import { z } from "zod";
import { parse } from "../../error/index.ts";
import type { NewEvent } from "../event.ts";
import { isObject, type Json } from "../json.ts";
import { about, keptAsIs } from "./conversation.ts";
import { fromUiMessage } from "./ui-messages.ts";

type Part = Record<string, unknown> & { type: string };

const part = z.looseObject({ type: z.string() });
const resultPart = z.looseObject({ toolCallId: z.string(), toolName: z.string().optional() });
const invocation = z.looseObject({
	toolCallId: z.string(),
	toolName: z.string(),
	state: z.string().optional(),
	args: z.unknown().optional(),
	result: z.unknown().optional(),
});

/**
 * Formats 2 and 3: the parts of a UI message of the AI SDK 4 and 5. Older versions also wrote text and calls
 * separately.
 */
const content = z.looseObject({
	parts: z.array(part).default([]),
	content: z.string().nullish(),
	toolInvocations: z.array(z.unknown()).nullish(),
	experimental_attachments: z.array(z.looseObject({ url: z.string() })).nullish(),
	metadata: z.unknown().optional(),
});

const message = z.looseObject({
	id: z.string().optional(),
	role: z.string(),
	content: z.union([z.string(), z.array(part), z.looseObject({ format: z.number() })], {
		error: "must be a string, a list of parts, or { format, parts }",
	}),
});

const modelMessage = z.looseObject({
	role: z.enum(["system", "user", "assistant", "tool"]),
	content: z.union([z.string(), z.array(part)], { error: "must be a string or a list of parts" }),
});

/** Parses values that a database stores as text. Text that a person wrote stays text, even if it is JSON. */
function decoded(given: unknown, isRow: boolean): unknown {
	if (typeof given !== "string" || !/^\s*[[{]/.test(given)) return given;
	try {
		const value: unknown = JSON.parse(given);
		if (isObject(value)) return typeof value.format === "number" ? value : given;
		const areParts =
			Array.isArray(value) && value.every((one) => isObject(one) && typeof one.type === "string");
		return isRow && areParts ? value : given;
	} catch {
		return given;
	}
}

/** A call in the form of the AI SDK 5. */
function invocationPart(given: unknown, what: string): Part {
	const { toolCallId, toolName, state, args, result } = parse(invocation, given, what);
	const isDone = state === "result" || result !== undefined;
	const outcome = isDone
		? { state: "output-available", output: result ?? null }
		: { state: "input-available" };
	return { type: "dynamic-tool", toolCallId, toolName, input: args ?? null, ...outcome };
}

/** A part of any version in the form of the AI SDK 5. */
function toUiPart(given: Part, what: string): Part {
	if (given.type === "tool-invocation") return invocationPart(given.toolInvocation, `${what}.toolInvocation`);
	if (given.type !== "tool-call") return given;
	const { args, input = args ?? null, toolCallId, toolName } = given;
	return { type: "dynamic-tool", toolCallId, toolName, input, state: "input-available" };
}

function toUiParts(given: z.output<typeof content>, what: string): Part[] {
	const { parts, content: text, toolInvocations, experimental_attachments: files } = given;
	const told =
		parts.length > 0
			? parts.map((one, i) => toUiPart(one, `${what}.parts[${i}]`))
			: [
					...(toolInvocations ?? []).map((one, i) => invocationPart(one, `${what}.toolInvocations[${i}]`)),
					...(text ? [{ type: "text", text }] : []),
				];
	return [
		...told,
		...(files ?? []).map(({ contentType, ...file }) => ({
			type: "file",
			...file,
			...(typeof contentType === "string" && { mediaType: contentType }),
		})),
	];
}

/** Results that are separate from their calls, as in core messages: `{ type: "tool-result" }`. */
function resultEvent(given: Part, what: string): NewEvent {
	const {
		toolCallId,
		toolName = "tool",
		result,
		output = result ?? null,
		isError,
	} = parse(resultPart, given, what);
	const data = {
		toolCallId,
		name: toolName,
		output: bareOutput(output),
		...((isError === true || isFailure(output)) && { isError: true }),
	};
	return { kind: "tool_result", source: "tool", data };
}

const OUTPUTS: ReadonlySet<string> = new Set(["json", "text", "error-json", "error-text", "content"]);

const isFailure = (output: unknown): boolean =>
	isObject(output) && "value" in output && (output.type === "error-text" || output.type === "error-json");

/** Unwraps an output of the AI SDK 5: `{ type: "json", value }`. */
function bareOutput(output: unknown): Json {
	const isSaid = isObject(output) && "value" in output && OUTPUTS.has(String(output.type));
	return (isSaid ? output.value : output) as Json;
}

const ROLES: ReadonlySet<string> = new Set(["system", "user", "assistant"]);

function eventsOf(role: string, parts: readonly Part[], what: string): NewEvent[] {
	// Each result keeps its position between the other parts, which are read together.
	const runs: Part[][] = [];
	const events: NewEvent[] = [];
	const flush = (): void => {
		const [run] = runs.splice(0);
		if (run) events.push(...fromUiMessage({ role, parts: run }, `${what}.content`));
	};
	parts.forEach((one, i) => {
		if (one.type !== "tool-result") {
			if (runs[0]) runs[0].push(one);
			else runs.push([one]);
			return;
		}
		flush();
		events.push(resultEvent(one, `${what}.content[${i}]`));
	});
	flush();
	return events;
}

/** The events of a Mastra message, in any format that Mastra has used. */
export function fromMastraMessage(given: unknown, what: string): NewEvent[] {
	const isRow = isObject(given) && "thread_id" in given;
	const whole = isObject(given) ? { ...given, content: decoded(given.content, isRow) } : given;
	const read = parse(message, whole, what);
	const { id, role } = read;
	const isTool = role === "tool" && Array.isArray(read.content);
	if (!ROLES.has(role) && !isTool)
		return [{ ...keptAsIs(`mastra.${role}`, whole), ...about("mastra", { id }) }];
	const { parts, metadata } = partsOf(read.content, `${what}.content`);
	const events = eventsOf(isTool ? "assistant" : role, parts, what);
	const kept = events.length > 0 ? events : [keptAsIs(`mastra.${role}`, whole)];
	Object.assign(kept[0] as NewEvent, about("mastra", { id, metadata }));
	return kept;
}

/** The events of a message for a model, in the form of the AI SDK: a role, and text or parts. */
export function fromModelMessage(given: unknown, what: string): NewEvent[] {
	const { role, content } = parse(modelMessage, given, what);
	const { parts } = partsOf(content, `${what}.content`);
	return eventsOf(role === "tool" ? "assistant" : role, parts, what);
}

function partsOf(
	given: z.output<typeof message>["content"],
	what: string,
): { parts: Part[]; metadata?: unknown } {
	if (typeof given === "string") return { parts: [{ type: "text", text: given }] };
	if (Array.isArray(given)) return { parts: given.map((one, i) => toUiPart(one, `${what}[${i}]`)) };
	const read = parse(content, given, what);
	return { parts: toUiParts(read, what), metadata: read.metadata };
}
