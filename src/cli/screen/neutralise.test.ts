import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { neutralise, oneLine, safeJson } from "./neutralise.ts";

const OBEYED = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

describe("what a terminal would obey", () => {
	test("escape sequences of every kind are shown, not sent", () => {
		expect(neutralise("\u001b[2J\u001b]0;owned\u0007")).toBe("␛[2J␛]0;owned␇");
		expect(neutralise("\u009b31m")).toBe("\\u009b31m");
		expect(neutralise("a\rb\u0008c\u007f")).toBe("a␍b␈c␡");
	});

	test("text cannot be turned around", () => {
		expect(neutralise("user\u202etxt.exe")).toBe("user\\u202etxt.exe");
		expect(oneLine("one\u2028two")).toBe("one\\u2028two");
	});

	test("line feeds, tabs, emoji and other scripts stay; halves of characters do not", () => {
		expect(neutralise("a\r\nb\tc 👩‍👩‍👧 שלום 日本")).toBe("a\nb\tc 👩‍👩‍👧 שלום 日本");
		expect(neutralise("\ud83d!")).toBe("\ufffd!");
		expect(oneLine("  a\n\n b\t")).toBe("a b");
	});

	test("nothing obeyed is left in any text, and its JSON is the same value", () => {
		const text = fc.string({
			unit: fc.oneof(fc.string(), fc.constantFrom("\u001b[", "\u009d", "\u202e", "\r")),
		});
		fc.assert(
			fc.property(text, (given) => {
				expect(neutralise(given).replaceAll(/[\n\t]/g, "")).not.toMatch(OBEYED);
				expect(safeJson({ given })).not.toMatch(OBEYED);
				expect(JSON.parse(safeJson({ given }))).toEqual({ given });
			}),
		);
	});
});
