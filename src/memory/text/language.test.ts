import { describe, expect, test } from "vitest";
import { looksEnglish } from "./language.ts";

describe("the guess that a text is English", () => {
	test.each([
		"I went to the park with my dog.",
		"What did she say about the new job?",
		"Great job!",
		"Thanks",
		"José and I went to the café.",
		`${"It was a long day and we were tired. ".repeat(200)}`,
	])("%s", (text) => {
		expect(looksEnglish(text)).toBe(true);
	});

	test.each([
		"Ich war gestern im Park mit meinem Hund",
		"Was machst du heute?",
		"Nous sommes allés au parc",
		"Ayer fui al parque con mi perro",
		"Ieri sono andato al parco con il cane",
		"Ontem fui ao parque com o meu cachorro",
		"Gisteren ben ik naar het park gegaan met de hond",
		"Jeg gik en tur i parken i dag med hunden",
		"Что ты делаешь",
		"東京に行った",
		"12 34",
		"",
	])("not: %j", (text) => {
		expect(looksEnglish(text)).toBe(false);
	});
});
