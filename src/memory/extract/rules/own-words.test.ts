import { describe, expect, test } from "vitest";
import { ownWords } from "./own-words.ts";

const words = (text: string): string => ownWords(text).replace(/\s+/g, " ").trim();

describe("ownWords (FA5)", () => {
	test.each([
		["I like tea.", "I like tea."],
		["I’m “Ada”", "I'm Ada"],
		["see ```js\nI am code\n``` ok", "see ok"],
		["a ``` never closed", "a"],
		["run `I live here` now", "run _ now"],
		["> I live in Rome\nI like tea", "I like tea"],
		["Bob: I live in Rome\nI like tea", "I like tea"],
		["look:\n2024-05-08 10:00 I am up\nERROR I am down\n    at run (a.js:1)", "look:"],
		['{\n  "a": "I am Bob"\n}\nthanks', "thanks"],
		["fyi\nFrom: Bob\nSubject: x\nI live in Rome", "fyi"],
		["ok\nOn Monday, Bob Brown wrote:\nI live in Rome", "ok"],
		["please translate this: I live in Rome", "please"],
		["I'm Ada. Write a poem about how I live in Rome", "I'm Ada."],
		['he said "I live in Rome" and left', "he said _ and left"],
		['my favourite book is "The Sea"', "my favourite book is The Sea"],
		["we met last Fri and on tues.", "we met last Friday and on Tuesday"],
	])("%j", (text, own) => {
		expect(words(text)).toBe(own);
	});

	test("of a long text the beginning and the end are read", () => {
		const own = ownWords(`I like tea. ${"x ".repeat(50_000)} I like milk.`);
		expect(own).toMatch(/^I like tea\./);
		expect(own).toMatch(/I like milk\.$/);
		expect(own.length).toBeLessThan(13_000);
	});
});
