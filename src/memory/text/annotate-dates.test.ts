import { describe, expect, test } from "vitest";
import { annotateDates, dayText } from "./annotate-dates.ts";

const at = Date.UTC(2026, 10, 12, 9);

describe("dates behind what is named by how far it is (FA9)", () => {
	test.each([
		["next Tuesday", "next Tuesday [17 Nov 2026]"],
		["yesterday evening", "yesterday evening [11 Nov 2026]"],
		["last week", "last week [2–8 Nov 2026]"],
		["last month", "last month [Oct 2026]"],
		["last summer", "last summer [Jun–Aug 2026]"],
		["last winter", "last winter [Dec 2025–Feb 2026]"],
		["last year", "last year [2025]"],
		["this weekend", "this weekend [14–15 Nov 2026]"],
		["in three weeks", "in three weeks [30 Nov – 6 Dec 2026]"],
	])("%s", (text, shown) => {
		expect(annotateDates(`We meet ${text}, then.`, at)).toBe(`We meet ${shown}, then.`);
	});

	test("several in one text, and none for the day of the text itself", () => {
		expect(annotateDates("Not today, yesterday. Or tomorrow?", at)).toBe(
			"Not today, yesterday [11 Nov 2026]. Or tomorrow [13 Nov 2026]?",
		);
	});

	test("a time that is none changes nothing", () => {
		expect(annotateDates("We met yesterday.", Number.NaN)).toBe("We met yesterday.");
		expect(dayText(Number.NaN)).toBe("date unknown");
	});
});
