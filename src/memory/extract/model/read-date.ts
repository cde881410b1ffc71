/** A day, a month or a year; a time of the day behind it is ignored. */
const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ].*)?)?)?$/;

/** The time that a date covers, in ms, UTC: from its first moment up to and without `end`. */
export interface Period {
	start: number;
	end: number;
}

/** Reads YYYY, YYYY-MM or YYYY-MM-DD; undefined if it is no date that exists. */
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

/** `Date.UTC` takes the years 0 to 99 for 1900 to 1999. */
function utc(year: number, month: number, day: number): number {
	return new Date(0).setUTCFullYear(year, month, day);
}
