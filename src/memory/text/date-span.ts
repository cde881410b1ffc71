/** A date that a text names. What it does not say is left out: "8 May" has no year, "in July" no day either. */
export interface DateSpan {
	readonly year?: number;
	/** 1 to 12. */
	readonly month?: number;
	readonly day?: number;
	readonly precision: "day" | "month" | "year";
	/** Where it stands: `text.slice(start, end)`. */
	readonly start: number;
	readonly end: number;
}

/** What a date says of itself. */
export type DateFields = Pick<DateSpan, "year" | "month" | "day">;

/** The time that a date spans in a year, in UTC: from its first moment up to, not including, the first one after it. */
export function spanOfDate(date: DateFields, year: number): { from: number; to: number } {
	const { month, day } = date;
	if (month === undefined) return { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) };
	if (day === undefined) return { from: Date.UTC(year, month - 1), to: Date.UTC(year, month) };
	return { from: Date.UTC(year, month - 1, day), to: Date.UTC(year, month - 1, day + 1) };
}
