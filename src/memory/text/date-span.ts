/**
 * A date that a text names. Parts that it does not name are absent: "8 May" has no year, "in July" has
 * neither year nor day.
 */
export interface DateSpan {
	readonly year?: number;
	/** 1 to 12. */
	readonly month?: number;
	readonly day?: number;
	readonly precision: "day" | "month" | "year";
	/** Its position: `text.slice(start, end)`. */
	readonly start: number;
	readonly end: number;
}

/** The parts of a date. */
export type DateFields = Pick<DateSpan, "year" | "month" | "day">;

/**
 * The period of a date in a given year, in UTC: from its first moment up to, not including, the first
 * moment after it.
 */
export function spanOfDate(date: DateFields, year: number): { from: number; to: number } {
	const { month, day } = date;
	if (month === undefined) return { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) };
	if (day === undefined) return { from: Date.UTC(year, month - 1), to: Date.UTC(year, month) };
	return { from: Date.UTC(year, month - 1, day), to: Date.UTC(year, month - 1, day + 1) };
}
