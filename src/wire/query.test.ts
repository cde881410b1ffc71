import { describe, expect, test } from "vitest";
import { flag, integer, sessionQuery, words } from "./query.ts";

describe("parameters of a query string", () => {
	test("IF2 what looks like a number or a flag is one; the rest is left for the library to refuse", () => {
		expect(["5", "-1", "1.5", "0"].map((text) => integer.parse(text))).toEqual([5, -1, 1.5, 0]);
		for (const text of ["", " 1", "1e3", "0x1", "Infinity", "NaN", "9".repeat(30)])
			expect(integer.parse(text)).toBe(text);
		expect(["true", "false", "1", ""].map((text) => flag.parse(text))).toEqual([true, false, "1", ""]);
	});

	test("IF2 words come with commas or one by one", () => {
		expect(words.parse("a,b")).toEqual(["a", "b"]);
		expect(words.parse(["a", "b,c"])).toEqual(["a", "b", "c"]);
	});

	test("IF2 what is given twice, or is no parameter, is refused", () => {
		expect(sessionQuery.safeParse({ agent: ["a", "b"] }).success).toBe(false);
		expect(sessionQuery.safeParse({ agents: "a" }).success).toBe(false);
	});
});
