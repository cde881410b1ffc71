import { describe, expect, test } from "vitest";
import { asksWhen, temporalWords } from "./temporal-words.ts";

describe("words of time", () => {
	test.each([
		["We met last Friday at 7pm", 3],
		["It was two years ago, in July 2019.", 4],
		["I may come in May", 1],
		["the 8th", 1],
		["He likes dogs and the sun", 0],
		["", 0],
	])("%j has %i", (text, count) => {
		expect(temporalWords(text)).toBe(count);
	});
});

describe("questions for a time", () => {
	test.each([
		"When did she move?",
		"when's the party",
		"So when do we go?",
		"What date is the exam?",
		"On which day did he call?",
		"What time is it?",
		"How long have they lived there?",
		"How often does he run?",
		"Since when do you smoke?",
		"In what year was that?",
		"Which month?",
		"How many weeks did it take?",
		"What's the date of the wedding?",
		"Do you remember when it was?",
	])("%s", (query) => {
		expect(asksWhen(query)).toBe(true);
	});

	test.each([
		"Who is Ada?",
		"What did she say about the day trip",
		"How does it work when idle",
		"How old is he?",
		"",
	])("%s asks for something else", (query) => {
		expect(asksWhen(query)).toBe(false);
	});
});
