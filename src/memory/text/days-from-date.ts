import { type DateFields, spanOfDate } from "./date-span.ts";

export { spanOfDate } from "./date-span.ts";

const DAY = 86_400_000;

/**
 * How many days a moment is from a date, in UTC: 0 within the date, 1 on the day before or after it. A date
 * without a year means the nearest one.
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
