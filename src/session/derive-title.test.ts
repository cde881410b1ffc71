import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TITLE_LENGTH, toTitle } from "./derive-title.ts";

describe("SE14 a title from a text", () => {
	test("is the text itself where it is short, as one line", () => {
		expect(toTitle("Where is my order?")).toBe("Where is my order?");
		expect(toTitle("  Hello,\n\n\tworld \u0000\u001B[31m ")).toBe("Hello, world [31m");
	});

	test("is cut between words, and says so", () => {
		const title = toTitle(
			"I would like to know whether the order that I placed on Monday has been sent by now, please",
		);
		expect(title).toBe("I would like to know whether the order that I placed on Monday has been sent by…");
	});

	test("is cut within a word where there is no other way, never within a character", () => {
		expect(toTitle("x".repeat(500))).toBe(`${"x".repeat(79)}…`);
		expect(toTitle("🚀".repeat(500))).toBe(`${"🚀".repeat(39)}…`);
	});

	test.each(["", " ", "\n\t", "\u200B", "\u0000"])("is none where nothing is to be seen: %j", (text) => {
		expect(toTitle(text)).toBeUndefined();
	});

	test("is always short, one line and well formed", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 3_000 }), (text) => {
				const title = toTitle(text);
				if (title === undefined) return;
				expect(title.length).toBeLessThanOrEqual(TITLE_LENGTH);
				expect(title).not.toMatch(/[\p{Cc}]/u);
				expect(title.isWellFormed()).toBe(true);
			}),
		);
	});
});
