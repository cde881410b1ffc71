import { describe, expect, test } from "vitest";
import { resolveDates } from "./resolve-dates.ts";

/** A Wednesday. */
const AT = Date.parse("2024-05-08T10:00:00Z");

describe("resolveDates (FA3)", () => {
	test.each([
		["left yesterday", undefined, "left on 7 May 2024"],
		["leaves on Friday", "future", "leaves on 10 May 2024"],
		["left on Friday", "past", "left on 3 May 2024"],
		["was away last week", "past", "was away in the week of 29 April 2024"],
		["was away over the last weekend", "past", "was away on the weekend of 4 May 2024"],
		["moved three weeks ago", "past", "moved around 17 April 2024"],
		["moved about five years ago", "past", "moved around 2019"],
		["moved a few months ago", "past", "moved around January 2024"],
		["works there since last year", undefined, "works there since 2023"],
		["wants it by next month", "future", "wants it by June 2024"],
		["goes in June", "future", "goes in June 2024"],
		["went in June", "past", "went in June 2023"],
		["goes on 3 March", "future", "goes on 3 March 2025"],
		["goes on 3 March 2026", "future", "goes on 3 March 2026"],
		["runs every Friday", undefined, "runs every Friday"],
		["is born on 3 March", undefined, "is born on 3 March"],
		["likes tea", "past", "likes tea"],
	] as const)("%s (%s)", (text, tense, expected) => {
		expect(resolveDates(text, AT, tense).text).toBe(expected);
	});

	test("tells the time that is meant", () => {
		expect(resolveDates("goes in June", AT, "future")).toMatchObject({
			from: Date.UTC(2024, 5, 1),
			to: Date.UTC(2024, 6, 1),
		});
		expect(resolveDates("likes tea", AT, "future").from).toBeUndefined();
	});
});
