import { spanOfDate } from "../text/days-from-date.ts";
import type { DateSpan } from "../text/read-dates.ts";

const DAY = 86_400_000;
/** How many years back a date without a year is searched, counted from the year after the newest message. */
const MOST_YEARS = 30;

/** A period that a query names, in milliseconds since 1970. `to` is not part of it. */
export interface Span {
	from: number;
	to: number;
}

/** The periods that dates mean in a log from `from` to `to`. A date without a year may mean several. */
export function spansOf(dates: readonly DateSpan[], from: number, to: number): Span[] {
	if (!(from <= to)) return [];
	const last = new Date(to).getUTCFullYear() + 1;
	const first = Math.max(new Date(from).getUTCFullYear() - 1, last - MOST_YEARS);
	return dates.flatMap((date) => {
		if (date.year !== undefined) return [spanOfDate(date, date.year)];
		const spans: Span[] = [];
		for (let year = first; year <= last; year++) spans.push(spanOfDate(date, year));
		return spans;
	});
}

/**
 * From this nearness on, a date alone makes a message or fact a candidate: it is at most one day away from
 * the day or week that the query names, or within the month.
 */
export const ON_DATE = 0.6;

/**
 * How near a moment is to a period. The longer the period, the less it means to be inside it. Days nearby
 * count too, because people are often slightly wrong about dates.
 */
function nearSpan(at: number, { from, to }: Span): number {
	const away = at < from ? Math.ceil((from - at) / DAY) : at >= to ? Math.floor((at - to) / DAY) + 1 : 0;
	const days = (to - from) / DAY;
	if (days > 31) return away === 0 ? (days > 100 ? 0.2 : 0.4) : 0;
	if (days > 7) return away === 0 ? 0.6 : away <= 31 ? 0.25 : 0;
	if (away === 0) return days > 2 ? 0.8 : 1;
	if (away === 1) return 0.75;
	return away <= 7 ? 0.5 : away <= 15 ? 0.3 : 0;
}

/**
 * How near a moment is to the nearest of the periods that a query names: 1 on the exact day, 0 if no period
 * is near.
 */
export function nearDate(at: number, spans: readonly Span[]): number {
	let best = 0;
	for (const span of spans) best = Math.max(best, nearSpan(at, span));
	return best;
}
