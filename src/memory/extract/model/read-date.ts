/** A day, a month or a year. A time of day after it is ignored. */
const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ].*)?)?)?$/;

/** The period of a date in milliseconds (UTC): from `start` up to but not including `end`. */
export interface Period {
	start: number;
	end: number;
}

/** Reads YYYY, YYYY-MM or YYYY-MM-DD. Undefined if there is no such date. */
export function readDate(value: unknown): Period | undefined {
	const [, y, m, d] = (typeof value === "string" && DATE.exec(value.trim())) || [];
	if (y === undefined) return undefined;
	const [year, month, day] = [Number(y), m === undefined ? 1 : Number(m), d === undefined ? 1 : Number(d)];
	const start = utc(year, month - 1, day);
	const read = new Date(start);
	if (read.getUTCFullYear() !== year || read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day)
		return undefined;
	if (d !== undefined) return { start, end: utc(year, month - 1, day + 1) };
	return { start, end: m !== undefined ? utc(year, month, 1) : utc(year + 1, 0, 1) };
}

/** Used instead of `Date.UTC`, which reads the years 0 to 99 as 1900 to 1999. */
function utc(year: number, month: number, day: number): number {
	return new Date(0).setUTCFullYear(year, month, day);
}
