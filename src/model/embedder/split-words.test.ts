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
});
