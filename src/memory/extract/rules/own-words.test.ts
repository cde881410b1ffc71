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
		['so\n"""\nI live in Rome\n"""\nI like tea', "so I like tea"],
		["so\n'''\nI live in Rome\n```\n'''\nI like tea", "so I like tea"],
		["Hi.\nHere's an article I found:\n\nI live in Rome.\n\nI love figs.", "Hi."],
		["Hi.\nHere is an email I got\n\nI live in Rome.", "Hi."],
		["Hi. I received this message: I live in Rome", "Hi. I"],
		["Hi. quoted:\nI live in Rome", "Hi."],
		["Hi. They wrote:\nI live in Rome.\nI love figs.", "Hi. They"],
		["Hi. https://example.com says: I am Bob. I love figs.", "Hi. https://example.com"],
		["Can you proofread this?\n\nI live in Rome", "Can you"],
		["Hi. What song is this? I live in Rome, I love figs", "Hi."],
		["BEGIN TEXT\nI live in Rome\nEND TEXT\nI like tea", "I like tea"],
		["--- start of page ---\nI live in Rome\n--- end of page ---\nI like tea", "I like tea"],
		["BEGIN LETTER\nI live in Rome", ""],
		["<page>\nI live in Rome\n</page>\nI like tea", "I like tea"],
		['she:\n"I live in Rome.\n\nI love figs."\nI like tea', "she: I like tea"],
		["“I live in Rome.\n\n“I love figs.”\nI like tea", "_ I like tea"],
		[">I live in Rome\nI like tea", "I like tea"],
		["fyi\nSubject: x\n\nI live in Rome", "fyi"],
		["Just a note: I'm vegan", "Just a note: I'm vegan"],
		["Like I said: I'm vegan", "Like I said: I'm vegan"],
		['My TV has 50".\nI like tea', 'My TV has 50". I like tea'],
		["Can you check my calendar?\nI like tea", "Can you check my calendar? I like tea"],
	])("%j", (text, own) => {
		expect(words(text)).toBe(own);
	});

	test("the end of a long text is not read if it is inside of what was pasted", () => {
		const long = "x ".repeat(20_000);
		expect(words(`I like tea. ${long}\n\`\`\`\n${long} I live in Rome.\n\`\`\``)).not.toContain("Rome");
		expect(words(`${long}\nHere's a text I found:\n${long} I live in Rome.`)).not.toContain("Rome");
	});

	test("of a long text the beginning and the end are read", () => {
		const own = ownWords(`I like tea. ${"x ".repeat(50_000)} I like milk.`);
		expect(own).toMatch(/^I like tea\./);
		expect(own).toMatch(/I like milk\.$/);
		expect(own.length).toBeLessThan(13_000);
	});
});
