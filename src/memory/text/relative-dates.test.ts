import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { relativeDates, resolveRelativeDate } from "./relative-dates.ts";

/** A Thursday. */
const AT = Date.UTC(2026, 4, 14, 15);
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const read = (text: string): string[] =>
	relativeDates(text, AT).map(
		({ text: written, from, to, precision }) => `${written} = ${day(from)}..${day(to)} ${precision}`,
	);

describe("times that are named by how far they are", () => {
	test.each([
		["today", "2026-05-14..2026-05-15 day"],
		["tonight", "2026-05-14..2026-05-15 day"],
		["this morning", "2026-05-14..2026-05-15 day"],
		["yesterday", "2026-05-13..2026-05-14 day"],
		["Yesterday morning", "2026-05-13..2026-05-14 day"],
		["last night", "2026-05-13..2026-05-14 day"],
		["tomorrow", "2026-05-15..2026-05-16 day"],
		["the day before yesterday", "2026-05-12..2026-05-13 day"],
		["the day after tomorrow", "2026-05-16..2026-05-17 day"],
		["in 3 days", "2026-05-17..2026-05-18 day"],
		["10 days from now", "2026-05-24..2026-05-25 day"],
		["a couple of days ago", "2026-05-12..2026-05-13 day"],
		["a few days ago", "2026-05-09..2026-05-13 week"],
		["three weeks ago", "2026-04-20..2026-04-27 week"],
		["a week ago", "2026-05-04..2026-05-11 week"],
		["in two weeks", "2026-05-25..2026-06-01 week"],
		["two months ago", "2026-03-01..2026-04-01 month"],
		["several months ago", "2025-12-01..2026-04-01 year"],
		["5 years ago", "2021-01-01..2022-01-01 year"],
		["last week", "2026-05-04..2026-05-11 week"],
		["this week", "2026-05-11..2026-05-18 week"],
		["next week", "2026-05-18..2026-05-25 week"],
		["the week before last", "2026-04-27..2026-05-04 week"],
		["last weekend", "2026-05-09..2026-05-11 weekend"],
		["this past weekend", "2026-05-09..2026-05-11 weekend"],
		["this weekend", "2026-05-16..2026-05-18 weekend"],
		["next weekend", "2026-05-23..2026-05-25 weekend"],
		["last month", "2026-04-01..2026-05-01 month"],
		["next month", "2026-06-01..2026-07-01 month"],
		["last year", "2025-01-01..2026-01-01 year"],
		["last Monday", "2026-05-11..2026-05-12 day"],
		["last friday night", "2026-05-08..2026-05-09 day"],
		["last Thursday", "2026-05-07..2026-05-08 day"],
		["this Thursday", "2026-05-14..2026-05-15 day"],
		["next Thursday", "2026-05-21..2026-05-22 day"],
		["next spring", "2027-03-01..2027-06-01 season"],
		["last winter", "2025-12-01..2026-03-01 season"],
		["this summer", "2026-06-01..2026-09-01 season"],
		["last July", "2025-07-01..2025-08-01 month"],
		["next May", "2027-05-01..2027-06-01 month"],
	])("%s", (text, expected) => {
		expect(read(text)).toEqual([`${text} = ${expected}`]);
	});

	test("on a weekday is before or after, as the verbs say", () => {
		expect(read("We met her. I'll come on Friday!")).toEqual(["on Friday = 2026-05-15..2026-05-16 day"]);
		expect(read("We met on Friday and I will call.")).toEqual(["on Friday = 2026-05-15..2026-05-16 day"]);
		expect(read("We met on Friday.")).toEqual(["on Friday = 2026-05-08..2026-05-09 day"]);
		expect(read("She painted it on Thursday")).toEqual(["on Thursday = 2026-05-07..2026-05-08 day"]);
	});

	test("all of a text, with their places, longer ways to speak first", () => {
		const text = "Yesterday, or the day before yesterday? Not last week.";
		const found = relativeDates(text, AT);
		expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
			"Yesterday",
			"the day before yesterday",
			"last week",
		]);
		expect(resolveRelativeDate(text, AT)).toEqual(found[0]);
		expect(resolveRelativeDate("never", AT)).toBeUndefined();
	});

	test.each(["this may help", "at last", "the last one", "nextweek", "a day in the life"])(
		"%j names none",
		(text) => {
			expect(read(text)).toEqual([]);
		},
	);

	test("the last day of a month and the end of a year are counted over", () => {
		const newYear = Date.UTC(2026, 0, 1);
		expect(day(resolveRelativeDate("yesterday", newYear)?.from ?? 0)).toBe("2025-12-31");
		expect(day(resolveRelativeDate("last month", Date.UTC(2026, 2, 31))?.from ?? 0)).toBe("2026-02-01");
		expect(resolveRelativeDate("this winter", newYear)).toMatchObject({
			from: Date.UTC(2025, 11, 1),
			to: Date.UTC(2026, 2, 1),
		});
	});

	test("a time that is none gives none", () => {
		expect(relativeDates("yesterday", Number.NaN)).toEqual([]);
		expect(relativeDates("5 years ago", 8.64e15 + 1)).toEqual([]);
	});

	test("at any time: whole days in UTC, begins before it ends, places in order; last is over, next is ahead", () => {
		const unit = fc.constantFrom(
			"week",
			"month",
			"year",
			"weekend",
			"Monday",
			"Sunday",
			"summer",
			"winter",
			"March",
		);
		const time = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
		fc.assert(
			fc.property(unit, time, fc.integer({ min: 1, max: 999 }), (name, at, count) => {
				const found = relativeDates(`last ${name}, next ${name}, ${count} days ago, in ${count} months`, at);
				expect(found).toHaveLength(4);
				for (const { from, to } of found) {
					expect(Math.abs(from % 86_400_000)).toBe(0);
					expect(to).toBeGreaterThan(from);
				}
				expect(found[0]?.to).toBeLessThanOrEqual(at);
				expect(found[1]?.from).toBeGreaterThan(at);
			}),
		);
	});

	test("any text is survived", () => {
		fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => Array.isArray(relativeDates(text, AT))));
	});
});
