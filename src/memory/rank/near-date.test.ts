import { describe, expect, it } from "vitest";
import { readDates } from "../text/read-dates.ts";
import { nearDate, spansOf } from "./near-date.ts";

const day = (month: number, date: number, year = 2024): number => Date.UTC(year, month - 1, date, 12);
const near = (question: string, at: number): number =>
	nearDate(at, spansOf(readDates(question), day(1, 1, 2022), day(12, 31)));

describe("the nearness of a date", () => {
	it("falls with the days between", () => {
		const values = [8, 9, 12, 20, 30].map((date) => near("on 8 May 2024", day(5, date)));
		expect(values).toEqual([1, 0.75, 0.5, 0.3, 0]);
		expect(near("on 8 May 2024", day(5, 7))).toBe(0.75);
	});

	it("is less for a month, and little for a year", () => {
		expect([
			near("in May 2024", day(5, 20)),
			near("in May 2024", day(6, 20)),
			near("in May 2024", day(9, 1)),
		]).toEqual([0.6, 0.25, 0]);
		expect([near("in 2024", day(9, 1)), near("in 2024", day(9, 1, 2023))]).toEqual([0.2, 0]);
	});

	it("of a date without a year is that of any year of the log", () => {
		expect([near("on May 8", day(5, 8)), near("on May 8", day(5, 8, 2022))]).toEqual([1, 1]);
	});

	it("is nothing where no date is named or nothing was said", () => {
		expect(near("what happened", day(5, 8))).toBe(0);
		expect(spansOf(readDates("on May 8"), Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)).toEqual([]);
	});
});
