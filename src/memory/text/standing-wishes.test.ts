import { expect, test } from "vitest";
import { isAsking } from "./asking-words.ts";
import { saysLiking, setsRule, whatIsAsked } from "./standing-wishes.ts";
import { readWords } from "./words.ts";

test.each([
	["Always answer in French.", true, false],
	["From now on, no emojis.", true, false],
	["Please don't call me.", true, false],
	["I prefer tea to coffee.", false, true],
	["I can't stand mushrooms.", false, true],
	["The train left at nine.", false, false],
])("%s: sets a rule, says a liking", (text, rule, liking) => {
	expect([setsRule(text), saysLiking(text)]).toEqual([rule, liking]);
});

test.each([
	["Write the release notes", "task"],
	["Can you suggest a restaurant?", "task"],
	["Should I take the train?", "task"],
	["Where did I live before?", "past"],
	["What did I say about the train?", "past"],
	["Where do I live?", "other"],
])("%s is a %s", (input, asked) => {
	expect(whatIsAsked(input)).toBe(asked);
});

test("words about the asking are known in all their forms", () => {
	const asking: string[] = [];
	readWords("Listing the recommendations that you mentioned about boats", (term) => {
		if (isAsking(term.hash)) asking.push(term.text);
	});
	expect(asking).toEqual(["listing", "recommendations", "mentioned"]);
});
