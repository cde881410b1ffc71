import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateMessage, estimatePart, estimateTokens, FILE_TOKENS } from "./estimate-tokens.ts";

describe("ME6 estimates of tokens", () => {
	test.each([
		["", 0],
		["a", 1],
		["abcd", 1],
		["abcde", 2],
		["Größe é", 2],
		["привет", 3],
		["你好世界", 4],
		["안녕", 2],
		["ひらがな", 4],
		["😀", 2],
	])("%j is about %i", (text, tokens) => {
		expect(estimateTokens(text)).toBe(tokens);
	});

	test("more text is never less, and parts are never less than the whole", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
				const whole = estimateTokens(a + b);
				return whole >= estimateTokens(a) && whole <= estimateTokens(a) + estimateTokens(b);
			}),
		);
	});

	test("a message counts its parts, and files count the same whatever their size", () => {
		const image = {
			type: "file",
			mediaType: "image/png",
			data: { type: "data", data: "A".repeat(1e6) },
		} as const;
		expect(estimatePart(image)).toBe(FILE_TOKENS);
		expect(estimateMessage({ role: "system", content: "abcd" })).toBe(5);
		expect(estimateMessage({ role: "user", content: [{ type: "text", text: "abcd" }, image] })).toBe(
			5 + FILE_TOKENS,
		);
		const toolCall = { type: "tool-call", toolCallId: "a", toolName: "look", input: { a: 1 } } as const;
		expect(estimatePart(toolCall)).toBe(3);
		const result = (output: object) =>
			({ type: "tool-result", toolCallId: "a", toolName: "look", output }) as never;
		expect(estimatePart(result({ type: "text", value: "abcd" }))).toBe(1);
		expect(estimatePart(result({ type: "json", value: { a: 1 } }))).toBe(2);
		expect(estimatePart(result({ type: "execution-denied" }))).toBe(0);
		const content = [{ type: "text", text: "abcd" }, image];
		expect(estimatePart(result({ type: "content", value: content }))).toBe(1 + FILE_TOKENS);
	});
});
