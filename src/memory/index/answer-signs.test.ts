import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";
import { FLAG } from "./analysed.ts";

const has = (text: string, flag: keyof typeof FLAG): boolean => (analyse(text).flags & FLAG[flag]) !== 0;

describe("the signs of an answer", () => {
	it("are names inside a sentence, not those it greets", () => {
		expect(has("we moved to Oslo last year", "name")).toBe(true);
		expect(has("Hey Ada, how are you?", "name")).toBe(false);
		expect(has("well done Ada!", "name")).toBe(false);
		expect(has("Then I left. Nobody saw it.", "name")).toBe(false);
	});

	it("are quotations, not apostrophes", () => {
		expect(has('I read "The Long Road" twice', "quote")).toBe(true);
		expect(has("I read 'The Long Road' twice", "quote")).toBe(true);
		expect(has("I don't know Ada's or Bob's car", "quote")).toBe(false);
	});

	it("are numbers in digits", () => {
		expect(has("it took 3 days", "number")).toBe(true);
		expect(has("it took days", "number")).toBe(false);
	});

	it("tell code from talk", () => {
		expect(has("```\nlet x = 1\n```", "code")).toBe(true);
		expect(has("Error: no\n    at main (app.ts:3)", "code")).toBe(true);
		expect(has("Let me import some tea from home.", "code")).toBe(false);
	});
});
