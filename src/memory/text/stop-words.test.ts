import { describe, expect, test } from "vitest";
import { foldText } from "./fold-text.ts";
import { ENGLISH_STOP_WORDS, isStopWord, OTHER_STOP_WORDS } from "./stop-words.ts";

describe("stop words", () => {
	test.each(
		"the i you don didn isn ll ve re when what who how with about und nicht avec pero perche porque het".split(
			" ",
		),
	)("%s says nothing", (word) => {
		expect(isStopWord(word)).toBe(true);
	});

	test.each(
		"die war fur hat son sin van met heel hay sun dog won met ate ella ali dell week yesterday july 2023 hund chat perro".split(
			" ",
		),
	)("%s says something", (word) => {
		expect(isStopWord(word)).toBe(false);
	});

	test("are written as words are folded", () => {
		for (const word of [...ENGLISH_STOP_WORDS, ...OTHER_STOP_WORDS]) {
			expect(word).toMatch(/^[a-z]+$/);
			expect(foldText(word)).toBe(word);
		}
	});
});
