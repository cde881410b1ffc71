import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { violations } from "./validate-prompt.ts";

const user = (text: string): LanguageModelV4Prompt[number] => ({
	role: "user",
	content: [{ type: "text", text }],
});
const assistant = (text: string): LanguageModelV4Prompt[number] => ({
	role: "assistant",
	content: [{ type: "text", text }],
});
const asks = (...ids: string[]): LanguageModelV4Prompt[number] => ({
	role: "assistant",
	content: ids.map((toolCallId) => ({ type: "tool-call", toolCallId, toolName: "find", input: {} })),
});
const gives = (...ids: string[]): LanguageModelV4Prompt[number] => ({
	role: "tool",
	content: ids.map((toolCallId) => ({
		type: "tool-result",
		toolCallId,
		toolName: "find",
		output: { type: "text", value: "x" },
	})),
});
const system = { role: "system" as const, content: "be kind" };
const check = (...prompt: LanguageModelV4Prompt) => violations(prompt, { hasTools: true });

describe("the validator of prompts itself", () => {
	it("takes what every provider takes", () => {
		expect(check(system, user("a"), user("b"), assistant("c"), user("d"))).toEqual([]);
		expect(check(user("a"), asks("1", "2"), gives("2", "1"))).toEqual([]);
		expect(check(user("a"), asks("1"), gives("1"), asks("2"), gives("2"), assistant("b"), user("c"))).toEqual(
			[],
		);
	});

	it.each([
		["system text behind the front", [user("a"), system, user("b")]],
		["a second system message", [system, system, user("b")]],
		["an assistant first", [assistant("a"), user("b")]],
		["an assistant last", [user("a"), assistant("b")]],
		["an empty text", [user(" \n")]],
		["an unanswered call", [user("a"), asks("1"), user("b")]],
		["a call answered too late", [user("a"), asks("1"), user("b"), gives("1")]],
		["one of two calls unanswered", [user("a"), asks("1", "2"), gives("1")]],
		["a result without call", [user("a"), gives("1")]],
		["a result of another call", [user("a"), asks("1"), gives("1", "2")]],
		["an id twice", [user("a"), asks("1"), gives("1"), asks("1"), gives("1")]],
		["an id that is too long", [user("a"), asks("x".repeat(41)), gives("x".repeat(41))]],
		["an id with a dot", [user("a"), asks("a.b"), gives("a.b")]],
		["nothing", []],
	] satisfies [string, LanguageModelV4Prompt][])("refuses %s", (_, prompt) => {
		expect(check(...prompt)).not.toEqual([]);
	});

	it("refuses odd names, inputs that are no objects, and calls where no tools are listed", () => {
		const odd = (toolName: string, input: unknown): LanguageModelV4Prompt => [
			user("a"),
			{ role: "assistant", content: [{ type: "tool-call", toolCallId: "1", toolName, input }] },
			{
				role: "tool",
				content: [{ type: "tool-result", toolCallId: "1", toolName, output: { type: "json", value: null } }],
			},
		];
		expect(check(...odd("find", {}))).toEqual([]);
		expect(check(...odd("1st", {}))).not.toEqual([]);
		expect(check(...odd("a b", {}))).not.toEqual([]);
		expect(check(...odd("x".repeat(65), {}))).not.toEqual([]);
		expect(check(...odd("find", [1]))).not.toEqual([]);
		expect(check(...odd("find", null))).not.toEqual([]);
		expect(violations(odd("find", {}), { hasTools: false })).not.toEqual([]);
	});
});
