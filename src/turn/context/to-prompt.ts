import { isObject, type Json, type JsonObject } from "../../event/index.ts";
import type { Prompt } from "../../model/index.ts";
import type { Unit } from "./history-units.ts";
import { fileAsText, userContent, withoutBytes } from "./prompt-parts.ts";

/** Tool call ids that every provider accepts. */
const CALL_ID = /^[A-Za-z0-9_-]{1,40}$/;

/** Gives each call an id that is valid everywhere and unique in a prompt. */
export class CallIds {
	readonly #used = new Set<string>();

	take(id: string): string {
		let taken = CALL_ID.test(id) ? id : `call_${this.#used.size + 1}`;
		for (let n = 2; this.#used.has(taken); n++) taken = `call_${this.#used.size + n}`;
		this.#used.add(taken);
		return taken;
	}
}

/** The name of a tool, which may no longer exist, in the form that providers accept. */
export function promptName(name: string): string {
	const valid = name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64);
	return /^[A-Za-z_]/.test(valid) ? valid : `_${valid}`.slice(0, 64);
}

/** Providers accept only objects. */
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
	return { type: isError ? "error-json" : "json", value: withoutBytes(output) };
}

/** The messages of a unit for a prompt. Messages of one role stay separate. */
export function unitPrompt(unit: Unit, ids: CallIds): Prompt {
	if (unit.role === "user") return [{ role: "user", content: userContent(unit.content) }];
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
 * Replaces the files in the messages before `end` with a short text. Returns false if there are none. For
 * providers that reject a file from an earlier message: the conversation continues without it.
 */
export function leaveFilesOut(prompt: Prompt, end: number): boolean {
	let found = false;
	for (const [i, message] of prompt.slice(0, end).entries()) {
		if (message.role !== "user" || message.content.every(({ type }) => type === "text")) continue;
		found = true;
		prompt[i] = { ...message, content: message.content.map(fileAsText) };
	}
	return found;
}
