import { type RelativeDate, relativeDates } from "./relative-dates.ts";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const DAY = 86_400_000;

interface Parts {
	day: number;
	month: string;
	year: number;
}

function partsOf(at: number): Parts {
	const date = new Date(at);
	return {
		day: date.getUTCDate(),
		month: MONTHS[date.getUTCMonth()] ?? "",
		year: date.getUTCFullYear(),
	};
}

/** A day as people write it: 3 Aug 2026. */
export function dayText(at: number): string {
	if (Number.isNaN(new Date(at).getTime())) return "date unknown";
	const { day, month, year } = partsOf(at);
	return `${day} ${month} ${year}`;
}

/** A period as people write it, no more precise than it is. */
function spanText({ from, to, precision }: RelativeDate): string {
	const [first, last] = [partsOf(from), partsOf(to - DAY)];
	const wholeMonths = precision === "month" || precision === "season" || precision === "year";
	if (precision === "year" && first.month === "Jan" && last.month === "Dec" && first.year === last.year)
		return String(first.year);
	if (from + DAY === to) return dayText(from);
	const end = wholeMonths ? `${last.month} ${last.year}` : dayText(to - DAY);
	const year = first.year === last.year ? "" : ` ${first.year}`;
	if (first.month === last.month && first.year === last.year)
		return wholeMonths && first.day === 1 ? end : `${first.day}–${end}`;
	return wholeMonths ? `${first.month}${year}–${end}` : `${first.day} ${first.month}${year} – ${end}`;
}

/**
 * A text with the date added after each time that it names relative to `at`, the moment when it was said.
 * The day of the text itself gets no date. English only.
 *
 * @example annotateDates("We fly next Tuesday.", Date.UTC(2026, 10, 12)) // "We fly next Tuesday [17 Nov 2026]."
 */
export function annotateDates(text: string, at: number): string {
	let shown = text;
	// From the end, so that the positions of the others stay valid.
	for (const date of relativeDates(text, at).toReversed()) {
		if (date.precision === "day" && at >= date.from && at < date.to) continue;
		shown = `${shown.slice(0, date.end)} [${spanText(date)}]${shown.slice(date.end)}`;
	}
	return shown;
}
