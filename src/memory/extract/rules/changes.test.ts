import { describe, expect, test } from "vitest";
import { rulesExtractor } from "./rules-extractor.ts";

/** Said on a Monday. */
const AT = Date.parse("2026-11-16T10:00:00Z");
const read = async (text: string): Promise<string[][]> => {
	const found = await rulesExtractor().extract([{ offset: 0, role: "user", text, at: AT, trusted: true }]);
	return found.map(({ content, corrects }) => (corrects === undefined ? [content] : [content, corrects]));
};

/** What is said, what is stated, and what that takes back. */
const ENDINGS: readonly (readonly [string, string, string])[] = [
	[
		"I broke up with my girlfriend Mei",
		"The user broke up with their girlfriend Mei (November 2026).",
		"The user's girlfriend is called Mei.",
	],
	[
		"My boyfriend Karim and I split up last week",
		"The user and their boyfriend Karim split up in the week of 9 November 2026.",
		"The user's boyfriend is called Karim.",
	],
	[
		"my wife Nora left me",
		"The user's wife Nora left the user (November 2026).",
		"The user's wife is called Nora.",
	],
	["I divorced my husband in 2019", "The user divorced their husband in 2019.", "The user is married."],
	[
		"I'm no longer with my partner Sam",
		"The user is no longer with their partner Sam.",
		"The user's partner is called Sam.",
	],
	["I quit my job at Acme", "The user quit their job at Acme.", "The user works at Acme."],
	[
		"I lost my job at the harbour",
		"The user lost their job at the harbour.",
		"The user works at the harbour.",
	],
	["I quit my job as a cook", "The user quit their job as a cook.", "The user works as a cook."],
	["I was fired from Globex", "The user was fired from Globex.", "The user works at Globex."],
	["I stopped working at Initech", "The user stopped working at Initech.", "The user works at Initech."],
	["I sold my car", "The user sold their car.", "The user has a car."],
	["I sold my Tesla and bought a Volvo", "The user sold their Tesla.", "The user has a Tesla."],
	["I gave away my old piano", "The user gave away their old piano.", "The user has a piano."],
	["We lost our cat Minka", "The user lost their cat Minka.", "The user's cat is called Minka."],
	["I moved out of Leeds", "The user moved out of Leeds.", "The user lives in Leeds."],
	[
		"I cancelled my gym membership yesterday",
		"The user cancelled their gym membership on 15 November 2026.",
		"The user has a gym membership.",
	],
	[
		"We cancelled our trip to Crete",
		"The user cancelled their trip to Crete.",
		"The user is planning a trip to Crete.",
	],
];

describe("rulesExtractor: what is over takes back what was so (FA3)", () => {
	test.each(ENDINGS)("%s", async (text, ...statement) => {
		expect(await read(text)).toEqual([statement]);
	});

	test.each([
		"Max is lactose intolerant, we found out on Monday",
		"I'm breaking up with my girlfriend Mei",
		"I left my wife Eva at the airport",
		"I gave my car a wash",
		"I split the bill with Tom",
	])("%j states nothing", async (text) => {
		expect(await read(text)).toEqual([]);
	});
});

/** What is said, and what is so since then. */
const CHANGES: readonly (readonly [string, ...string[]])[] = [
	["I moved to Hamburg", "The user moved to Hamburg (November 2026).", "The user lives in Hamburg."],
	["I've moved to Hamburg", "The user moved to Hamburg (November 2026).", "The user lives in Hamburg."],
	["I live in Hamburg now", "The user lives in Hamburg."],
	[
		"We relocated to the Netherlands in June",
		"The user relocated to the Netherlands in June 2026.",
		"The user lives in the Netherlands.",
	],
	[
		"My husband and I moved to Porto",
		"The user and their husband moved to Porto.",
		"The user lives in Porto.",
	],
	["I moved to Toronto in 2018", "The user moved to Toronto in 2018."],
	["I moved to Lyon when I was six", "The user moved to Lyon when they were six."],
	["I moved to React", "The user moved to React."],
	["I got married", "The user is married."],
	["I just got married to Ewa", "The user is married to Ewa."],
	["I got divorced last month", "The user got divorced in October 2026.", "The user is divorced."],
	["I started at Globex", "The user works at Globex."],
	["I started working for Initech", "The user works for Initech."],
	["I have a new job at Globex", "The user works at Globex."],
	["I have a new job as a gardener", "The user works as a gardener."],
	["My new boss is Kim", "The user's boss is Kim."],
	["My new email is kim@example.com", "The user's email is kim@example.com."],
	["answer in English from now on", "The user wants answers in English."],
	["I turned 30", "The user is 30 years old."],
	["I just turned 61", "The user is 61 years old."],
	["I turned 18 in 2010", "The user turned 18 in 2010."],
];

describe("rulesExtractor: a change says what is so now (FA3)", () => {
	test.each(CHANGES)("%s", async (text, ...statements) => {
		expect(await read(text)).toEqual(statements.map((statement) => [statement]));
	});

	test.each([
		"I started at 9",
		"I started working at night",
		"I haven't moved to Rome",
		"I never got married",
	])("%j changes nothing", async (text) => {
		expect((await read(text)).flat().join()).not.toMatch(/works at|lives in|is married/);
	});
});
