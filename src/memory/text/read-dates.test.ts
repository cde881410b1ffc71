import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daysFromDate, spanOfDate } from "./days-from-date.ts";
import { readDates } from "./read-dates.ts";

/** Dates as "year/month/day written", with "-" for parts that are absent. */
const read = (text: string): string[] =>
	readDates(text).map(
		({ year = "-", month = "-", day = "-", start, end }) =>
			`${year}/${month}/${day} ${text.slice(start, end)}`,
	);

describe("dates that a text names", () => {
	test.each([
		["on 8 May 2023", ["2023/5/8 8 May 2023"]],
		["May 8, 2023?", ["2023/5/8 May 8, 2023"]],
		["7 May, 2023", ["2023/5/7 7 May, 2023"]],
		["the 8th of May", ["-/5/8 8th of May"]],
		["Sept. 5th, 2022", ["2022/9/5 Sept. 5th, 2022"]],
		["2023-05-08", ["2023/5/8 2023-05-08"]],
		["at 2023-05-08T10:00:00Z", ["2023/5/8 2023-05-08T10:00:00Z"]],
		["08/05/2023", ["2023/5/8 08/05/2023", "2023/8/5 08/05/2023"]],
		["05/05/2023", ["2023/5/5 05/05/2023"]],
		["13/05/2023 and 5/13/23", ["2023/5/13 13/05/2023", "2023/5/13 5/13/23"]],
		["am 08.05.2023", ["2023/5/8 08.05.2023"]],
		["May 2023", ["2023/5/- May 2023"]],
		["2023-05", ["2023/5/- 2023-05"]],
		["in 2023", ["2023/-/- 2023"]],
		["between 2021 and 2022", ["2021/-/- 2021", "2022/-/- 2022"]],
		["since 2019, then 2021.", ["2019/-/- 2019", "2021/-/- 2021"]],
		["in July or December", ["-/7/- July", "-/12/- December"]],
		["in may", ["-/5/- may"]],
		["31 February 2023", ["2023/2/- February 2023"]],
		["am 8. März 2023", ["2023/3/8 8. März 2023"]],
		["le 1er août 2023, en mars", ["2023/8/1 1er août 2023", "-/3/- mars"]],
		["8 de mayo de 2023", ["2023/5/8 8 de mayo de 2023"]],
		["12 ottobre", ["-/10/12 12 ottobre"]],
		["3 de março de 2021", ["2021/3/3 3 de março de 2021"]],
		["op 5 maart", ["-/3/5 5 maart"]],
	])("%j", (text, expected) => {
		expect(read(text)).toEqual(expected);
	});

	test.each([
		"you may go",
		"this may help",
		"march on",
		"2000 people",
		"$2023.",
		"v1.2.2023",
		"call 12345678",
		"June said so",
		"12:30",
		"1/2",
	])("%j names none", (text) => {
		expect(read(text)).toEqual([]);
	});

	test("what it is precise to is what it says", () => {
		expect(readDates("8 May, in June, in 2020").map(({ precision }) => precision)).toEqual([
			"day",
			"month",
			"year",
		]);
	});

	test("every day of the calendar is read in every way to write it", () => {
		const day = fc.date({ min: new Date("1970-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
		fc.assert(
			fc.property(day, (date) => {
				const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
				const name = date.toLocaleString("en-US", { month: "long", timeZone: "UTC" });
				for (const text of [
					date.toISOString(),
					`${dayOfMonth} ${name} ${year}`,
					`${name} ${dayOfMonth}, ${year}`,
				]) {
					expect(readDates(text)).toMatchObject([{ year, month, day: dayOfMonth, precision: "day" }]);
				}
			}),
		);
	});

	test("any text is survived, in the order of its places", () => {
		const parts = fc.constantFrom(
			"8",
			"May",
			"2023",
			"in",
			", ",
			"-",
			"/",
			".",
			"th",
			" of ",
			"05",
			"\ud800",
			"März",
		);
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string({ unit: "binary" }),
					fc.array(parts).map((list) => list.join(" ")),
				),
				(text) => {
					let last = 0;
					for (const { start, end } of readDates(text)) {
						expect(start).toBeGreaterThanOrEqual(last);
						expect(end).toBeGreaterThan(start);
						expect(end).toBeLessThanOrEqual(text.length);
						last = start;
					}
				},
			),
		);
	});
});

describe("days from a date", () => {
	const at = Date.UTC(2026, 4, 14, 15);
	test.each([
		[{ year: 2026, month: 5, day: 14 }, 0],
		[{ year: 2026, month: 5, day: 13 }, 1],
		[{ year: 2026, month: 5, day: 15 }, 1],
		[{ month: 5, day: 15 }, 1],
		[{ month: 12, day: 31 }, 134],
		[{ year: 2026, month: 5 }, 0],
		[{ month: 6 }, 18],
		[{ year: 2026 }, 0],
		[{ year: 2025 }, 134],
	])("%j", (date, days) => {
		expect(daysFromDate(date, at)).toBe(days);
	});

	test("every moment of a date is no day away from it, the one after it is one", () => {
		fc.assert(
			fc.property(fc.integer({ min: 1970, max: 2099 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
				const { from, to } = spanOfDate({ year, month }, year);
				expect([from - 1, from, to - 1, to].map((moment) => daysFromDate({ year, month }, moment))).toEqual([
					1, 0, 0, 1,
				]);
			}),
		);
	});
});
