import { describe, expect, test } from "vitest";
import { firstPerson, holdsQuestion, secondPerson } from "./is-question.ts";

describe("questions", () => {
	test.each(["Really?", "本当？", "حقا؟", "Τι κάνεις;", "Τι κάνεις\u037e", "what?! no", "(why?)", "Ինչպե՞ս"])(
		"%s",
		(text) => {
			expect(holdsQuestion(text)).toBe(true);
		},
	);

	test.each(["No.", "one; two", "https://example.com/?id=1", ""])("%j holds none", (text) => {
		expect(holdsQuestion(text)).toBe(false);
	});
});

describe("who a text speaks of", () => {
	test("to the other one, as often as it does", () => {
		expect(secondPerson("You're late, did your bus break down? YOU!")).toBe(3);
		expect(secondPerson("young yours truly")).toBe(1);
		expect(secondPerson("She left.")).toBe(0);
	});

	test.each([
		["I'm fine", true],
		["Tell us more", true],
		["That's my dog", true],
		["She lives in the US", false],
		["the first, i.e. this", false],
		["They left", false],
	])("%j speaks of its speaker: %s", (text, expected) => {
		expect(firstPerson(text)).toBe(expected);
	});
});
