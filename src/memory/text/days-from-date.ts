import type { DateFields } from "./read-dates.ts";

const DAY = 86_400_000;

/** The time that a date spans in a year, in UTC: from its first moment up to, not including, the first one after it. */
export function spanOfDate(date: DateFields, year: number): { from: number; to: number } {
	const { month, day } = date;
	if (month === undefined) return { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) };
	if (day === undefined) return { from: Date.UTC(year, month - 1), to: Date.UTC(year, month) };
	return { from: Date.UTC(year, month - 1, day), to: Date.UTC(year, month - 1, day + 1) };
}

/**
 * How many days a moment is from a date, in UTC: 0 inside it, 1 on the day before it or behind it. A date without a year is
 * meant in whichever year is nearest.
 */
export function daysFromDate(date: DateFields, at: number): number {
	const around = new Date(at).getUTCFullYear();
	const years = date.year === undefined ? [around - 1, around, around + 1] : [date.year];
	const distances = years.map((year) => {
		const { from, to } = spanOfDate(date, year);
		if (at < from) return Math.ceil((from - at) / DAY);
		return at < to ? 0 : Math.floor((at - to) / DAY) + 1;
	});
	return Math.min(...distances);
}
