import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from "@ai-sdk/provider";
import { isObject, type Json, type JsonObject, type MessagePart } from "../../event/index.ts";
import type { Prompt } from "../../model/index.ts";
import { guessMediaType } from "./guess-media-type.ts";
import type { Unit } from "./history-units.ts";

/** What every provider takes as the id of a tool call. */
const CALL_ID = /^[A-Za-z0-9_-]{1,40}$/;

/** Gives each call an id that is valid everywhere and occurs once in a prompt. */
export class CallIds {
	readonly #used = new Set<string>();

	take(id: string): string {
		let taken = CALL_ID.test(id) ? id : `call_${this.#used.size + 1}`;
		for (let n = 2; this.#used.has(taken); n++) taken = `call_${this.#used.size + n}`;
		this.#used.add(taken);
		return taken;
	}
}

/** The name of a tool that may not exist any more, in the form that providers take. */
export function promptName(name: string): string {
	const valid = name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64);
	return /^[A-Za-z_]/.test(valid) ? valid : `_${valid}`.slice(0, 64);
}

/** Providers take objects only. */
export const promptInput = (input: Json): JsonObject =>
	isObject(input) ? (input as JsonObject) : { value: input };

export type ToolOutput =
	| { type: "text" | "error-text"; value: string }
	| { type: "json" | "error-json"; value: Json };

export function promptOutput(output: Json, isError: boolean): ToolOutput {
	if (typeof output === "string") {
		const value = output.trim() === "" ? "(no output)" : output;
		return { type: isError ? "error-text" : "text", value };
	}
	return { type: isError ? "error-json" : "json", value: output };
}

const DATA_URL = /^data:([^;,]+)(?:;[^;,]*)*;base64,(.*)$/is;

function filePart(part: MessagePart): LanguageModelV4FilePart[] {
	const source = [part.url, part.data, part.image].find(
		(value) => typeof value === "string" && value.trim() !== "",
	);
	if (typeof source !== "string") return [];
	const given = typeof part.mediaType === "string" ? part.mediaType : guessMediaType(source);
	const mediaType = given ?? (part.type === "image" ? "image" : "application/octet-stream");
	const named = typeof part.filename === "string" ? { filename: part.filename } : {};
	const inline = DATA_URL.exec(source);
	if (inline) {
		const [, type = mediaType, data = ""] = inline;
		const said = typeof part.mediaType === "string" ? part.mediaType : type;
		return [{ type: "file", data: { type: "data", data }, mediaType: said, ...named }];
	}
	const url = /^https?:\/\//i.test(source) ? URL.parse(source) : null;
	if (url) return [{ type: "file", data: { type: "url", url }, mediaType, ...named }];
	return [{ type: "file", data: { type: "data", data: source }, mediaType, ...named }];
}

export function userContent(
	parts: readonly MessagePart[],
): (LanguageModelV4TextPart | LanguageModelV4FilePart)[] {
	return parts.flatMap((part): (LanguageModelV4TextPart | LanguageModelV4FilePart)[] =>
		part.type === "text" ? [{ type: "text" as const, text: part.text as string }] : filePart(part),
	);
}

/** Earlier conversation as the model reads it. Messages of one role stay separate. */
export function unitPrompt(unit: Unit, ids: CallIds): Prompt {
	if (unit.role === "user") {
		const content = userContent(unit.content);
		return [
			{ role: "user", content: content.length > 0 ? content : [{ type: "text", text: "(an attachment)" }] },
		];
	}
	if (unit.role === "assistant") return [{ role: "assistant", content: [{ type: "text", text: unit.text }] }];
	const calls = unit.calls.map((call) => ({
		...call,
		toolCallId: ids.take(call.id),
		toolName: promptName(call.name),
	}));
	return [
		{
			role: "assistant",
			content: [
				...(unit.text.trim() === "" ? [] : [{ type: "text" as const, text: unit.text }]),
				...calls.map(({ toolCallId, toolName, input }) => ({
					type: "tool-call" as const,
					toolCallId,
					toolName,
					input: promptInput(input),
				})),
			],
		},
		{
			role: "tool",
			content: calls.map(({ toolCallId, toolName, output, isError }) => ({
				type: "tool-result" as const,
				toolCallId,
				toolName,
				output: promptOutput(output, isError),
			})),
		},
	];
}

/**
 * Replaces the files in the messages before `end` by a word about them. False when there are none. For providers that
 * do not take a file that was sent earlier: the conversation goes on without it.
 */
export function leaveFilesOut(prompt: Prompt, end: number): boolean {
	let found = false;
	for (const [i, message] of prompt.slice(0, end).entries()) {
		if (message.role !== "user" || message.content.every(({ type }) => type === "text")) continue;
		found = true;
		prompt[i] = { ...message, content: message.content.map(asText) };
	}
	return found;
}

function asText(part: LanguageModelV4TextPart | LanguageModelV4FilePart): LanguageModelV4TextPart {
	if (part.type === "text") return part;
	const named = part.filename === undefined ? "" : ` ${JSON.stringify(part.filename)}`;
	return { type: "text", text: `(an attachment${named} of type ${part.mediaType})` };
}
