import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { namesIn, nameWords, splitSpeaker } from "./participants.ts";
import { words } from "./words.ts";

describe("the name before a text", () => {
	test.each([
		["Ada: hi there", "Ada", "hi there"],
		["  Ada:\nhi", "Ada", "\nhi"],
		["Ada:", "Ada", ""],
		["José María: hola", "José María", "hola"],
		["Dr. Smith: hello", "Dr. Smith", "hello"],
		["Ludwig van Beethoven: da", "Ludwig van Beethoven", "da"],
		["Will: at 12:30", "Will", "at 12:30"],
		["田中：こんにちは", "田中", "こんにちは"],
	])("%j", (text, speaker, rest) => {
		expect(splitSpeaker(text)).toEqual({ speaker, text: rest });
	});

	test.each([
		"Note: this",
		"WARNING: hot",
		"TODO: more",
		"Q: why",
		"A: so",
		"Re: your mail",
		"http://example.com",
		"C:\\file",
		"12:30 is fine",
		"ada: small",
		"Ada:no space",
		"Here it is: this",
		"One Two Three Four: too many",
		`A${"b".repeat(50)}: too long`,
		"Ingredients: flour",
		"No colon",
		"",
	])("%j has none", (text) => {
		expect(splitSpeaker(text)).toEqual({ text });
	});

	test("any text is survived, and nothing but the name is taken off", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), fc.constantFrom("", "Ada: "), (text, name) => {
				expect((name + text).endsWith(splitSpeaker(name + text).text)).toBe(true);
			}),
		);
	});
});

describe("participants that a query names", () => {
	test.each([
		["When did Ada move?", ["Ada Byron", "Charles"], ["Ada Byron"]],
		["What is ada's dog called?", ["Ada", "Charles"], ["Ada"]],
		["Where did Ada and Charles meet?", ["Ada", "Charles"], ["Ada", "Charles"]],
		["What did Jose say?", ["José"], ["José"]],
		["Who is Lee?", ["Ann Lee", "Bob Lee"], ["Ann Lee", "Bob Lee"]],
		["Who is Bob Lee?", ["Ann Lee", "Bob Lee"], ["Bob Lee"]],
		["田中さんはどこ", ["田中", "佐藤"], ["田中"]],
		["What about dogs?", ["Ada", "Charles"], []],
		["plan b", ["B. Jones"], []],
	])("%s of %j", (query, participants, named) => {
		expect(namesIn(words(query), participants)).toEqual(named);
	});

	test("the words of all names", () => {
		expect([...nameWords(["Ada B. Byron", "José de Lima"])]).toEqual(["ada", "byron", "jose", "lima"]);
	});
});
