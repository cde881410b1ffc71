import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitWords } from "./split-words.ts";

describe("the words of a text (ME4)", () => {
	test.each([
		["Hello, World!", ["hello", ",", "world", "!"]],
		["don't stop-at 3.5%", ["don", "'", "t", "stop", "-", "at", "3", ".", "5", "%"]],
		["  tabs\tand\nlines\u0000 ", ["tabs", "and", "lines"]],
		["", []],
		["Crème Brûlée", ["creme", "brulee"]],
		["e\u0301tude", ["etude"]],
		["Straße ПРИВЕТ", ["straße", "привет"]],
		["日本 go", ["日", "本", "go"]],
		["great😀stuff", ["great", "😀", "stuff"]],
		["soft\u00adhyphen\u200b", ["softhyphen"]],
		["“quoted”—dash…", ["“", "quoted", "”", "—", "dash", "…"]],
		["é\ttab\u00a0space", ["e", "tab", "space"]],
	])("%j", (text, words) => {
		expect(splitWords(text)).toEqual(words);
	});

	test("are the same whether a text is looked at as a whole or character by character", () => {
		const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
		fc.assert(
			fc.property(anyText, fc.stringMatching(/^[ -~“”’é…–😀日Ж\u00a0\v]*$/u), (one, other) => {
				// A mark at the end is removed from the words, but its base character must still be checked.
				const text = `${one}é${other}`;
				expect(splitWords(text)).toEqual(splitWords(`${text} \u0301`));
			}),
			{ numRuns: 500 },
		);
	});
});
