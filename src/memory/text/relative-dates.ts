import { MONTH_PATTERN, monthOf } from "./month-names.ts";
import { takeMatches } from "./take-matches.ts";

/** A time that a text names relative to now: "yesterday", "next spring". */
export interface RelativeDate {
	/** The words of the text; `start` and `end` are their position. */
	readonly text: string;
	readonly start: number;
	readonly end: number;
	/** The first moment of the period and the first moment after it, both at midnight UTC. */
	readonly from: number;
	readonly to: number;
	readonly precision: "day" | "weekend" | "week" | "month" | "season" | "year";
}

type Span = Pick<RelativeDate, "from" | "to" | "precision">;
/**
 * Reads one form of expression, from the groups that it matched, the day of `at`, and the sentence around.
 */
type Reader = (
	groups: Readonly<Record<string, string>>,
	today: Date,
	sentence: () => string,
) => Span | undefined;

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
/** The first month of each season, counted from 0, in the northern hemisphere, by whole months. */
const SEASONS: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };

const utc = (today: Date, years: number, months: number, days: number): number =>
	Date.UTC(today.getUTCFullYear() + years, today.getUTCMonth() + months, today.getUTCDate() + days);

function days(today: Date, first: number, count = 1, precision: Span["precision"] = "day"): Span {
	return { from: utc(today, 0, 0, first), to: utc(today, 0, 0, first + count), precision };
}

function months(year: number, month: number, count: number, precision: Span["precision"]): Span {
	return { from: Date.UTC(year, month), to: Date.UTC(year, month + count), precision };
}

/** Days since Monday of the current week. */
const sinceMonday = (today: Date): number => (today.getUTCDay() + 6) % 7;

/** The week, weekend, month or year that is `steps` after the current one. */
function calendar(unit: string, steps: number, today: Date): Span | undefined {
	const monday = 7 * steps - sinceMonday(today);
	if (unit === "week") return days(today, monday, 7, "week");
	if (unit === "weekend") return days(today, monday + 5, 2, "weekend");
	if (unit === "month") return months(today.getUTCFullYear(), today.getUTCMonth() + steps, 1, "month");
	return unit === "year" ? months(today.getUTCFullYear() + steps, 0, 12, "year") : undefined;
}

/** -1 for last, 0 for this, 1 for next. */
const stepOf = (word: string): number =>
	/last|past/.test(word) ? -1 : /next|coming|following/.test(word) ? 1 : 0;

function weekday(name: string, step: number, today: Date): Span {
	const ahead = (WEEKDAYS.indexOf(name) - today.getUTCDay() + 7) % 7;
	if (step < 0) return days(today, ahead - 7);
	// "This Friday" may be today, "next Friday" may not.
	return days(today, step > 0 && ahead === 0 ? 7 : ahead);
}

/**
 * The period of months that begins every year at `first`: the last one that is over, the next one to begin,
 * or the current one. If none is current, it is this year's.
 */
function yearly(first: number, count: number, step: number, today: Date, precision: Span["precision"]): Span {
	const year = today.getUTCFullYear();
	const now = today.getTime();
	const all = [-2, -1, 0, 1].map((more) => months(year + more, first, count, precision));
	const over = all.findLast((span) => span.to <= now);
	const ahead = all.find((span) => span.from > now);
	const current = all.find((span) => span.from <= now && now < span.to);
	const found = step < 0 ? over : step > 0 ? ahead : current;
	return found ?? months(year, first, count, precision);
}

/** "A few" means two to five. */
function aFew(unit: string, sign: number, today: Date): Span {
	const first = sign > 0 ? 2 : -5;
	if (unit === "day") return days(today, first, 4, "week");
	if (unit === "week") return days(today, 7 * first, 22, "month");
	const factor = unit === "month" ? 1 : 12;
	return months(today.getUTCFullYear(), today.getUTCMonth() + first * factor, 3 * factor + 1, "year");
}

/**
 * The period that is about this many units away: for days that day, for weeks the seven days around it, for
 * months and years those of the calendar.
 */
function away(amount: string, unit: string, sign: number, today: Date): Span | undefined {
	if (/few|several/.test(amount)) return aFew(unit, sign, today);
	const word = NUMBERS.indexOf(amount);
	const more = word >= 0 ? word : /couple/.test(amount) ? 2 : 1;
	const count = sign * (/^\d/.test(amount) ? Number(amount) : more);
	if (unit === "day") return days(today, count);
	if (unit === "week") return days(today, 7 * count - 3, 7, "week");
	return calendar(unit, count, today);
}

/** Whether a sentence is about the past, as far as its verbs show. */
function isPast(sentence: string): boolean {
	if (/\b(?:will|going to|gonna|tomorrow|next)\b|['’]ll\b/i.test(sentence)) return false;
	return /\b(?:was|were|had|did|went|got|saw|came|took|made|met|gave|left|ate|found|began|won|lost|bought)\b|[a-z]{2}[^\We]ed\b/i.test(
		sentence,
	);
}

const AMOUNT = `(?<amount>\\d{1,3}|${NUMBERS.slice(1).join("|")}|(?:a\\s)?couple(?:\\sof)?|a\\sfew|several|an?)`;
const WHICH = "(?<which>this\\spast|this\\scoming|last|next|this|past|coming|following)";
const DAYTIME = "(?:\\s(?:morning|afternoon|evening|night))?";
/** "On Monday the 31st" and "next Friday, 3 May" name their day already. */
const NO_DATE = "(?!,?\\s(?:the\\s)?\\d)";
const WEEKDAY = `(?<weekday>${WEEKDAYS.join("|")})`;
const pattern = (source: string, flags = "giu"): RegExp =>
	new RegExp(`(?<![\\w’'-])(?:${source})(?![\\w-])`, flags);

/** The forms of expression, longer ones first. Later readers do not see what earlier ones have read. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
	[pattern("(?:the\\s)?day\\sbefore\\syesterday"), (_, today) => days(today, -2)],
	[pattern("(?:the\\s)?day\\safter\\stomorrow"), (_, today) => days(today, 2)],
	[
		pattern("(?:the\\s)?(?<unit>week|weekend|month|year)\\s(?<way>before\\slast|after\\snext)"),
		({ unit = "", way = "" }, today) => calendar(unit, way.startsWith("before") ? -2 : 2, today),
	],
	[
		pattern(`${AMOUNT}\\s(?<unit>day|week|month|year)s?\\s(?<way>ago|from\\s(?:now|today))`),
		({ amount = "", unit = "", way = "" }, today) => away(amount, unit, way === "ago" ? -1 : 1, today),
	],
	[
		pattern(`in\\s${AMOUNT}\\s(?<unit>day|week|month|year)s?(?:['’]\\stime)?`),
		({ amount = "", unit = "" }, today) => away(amount, unit, 1, today),
	],
	[pattern(`last\\snight|yesterday${DAYTIME}`), (_, today) => days(today, -1)],
	[pattern(`tomorrow${DAYTIME}`), (_, today) => days(today, 1)],
	[pattern("today|tonight|this\\s(?:morning|afternoon|evening)"), (_, today) => days(today, 0)],
	[
		pattern(`${WHICH}\\s(?<unit>weekend|week|month|year)`),
		({ which = "", unit = "" }, today) => calendar(unit, stepOf(which), today),
	],
	[
		pattern(`${WHICH}\\s${WEEKDAY}${NO_DATE}${DAYTIME}`),
		({ which = "", weekday: name = "" }, today) => weekday(name, stepOf(which), today),
	],
	[
		pattern(`${WHICH}\\s(?<season>spring|summer|autumn|fall|winter)`),
		({ which = "", season = "" }, today) => yearly(SEASONS[season] ?? 0, 3, stepOf(which), today, "season"),
	],
	[
		pattern(`(?!this\\s(?:may|mar))(?<which>last|next|this)\\s(?<month>${MONTH_PATTERN})(?!\\s\\d)`),
		({ which = "", month = "" }, today) =>
			yearly((monthOf(month) ?? 1) - 1, 1, stepOf(which), today, "month"),
	],
	[
		pattern(`on\\s${WEEKDAY}${NO_DATE}${DAYTIME}`),
		({ weekday: name = "" }, today, sentence) => weekday(name, isPast(sentence()) ? -1 : 1, today),
	],
];

/** Every form contains one of these. */
const GLANCE = /day|night|week|month|year|last|next|this|past|coming|following|tomorrow/i;
/**
 * All forms in one pattern, without their groups. Most texts contain none, and one test is cheaper than one
 * per form.
 */
const ANY_WAY = pattern(
	READERS.map(([{ source }]) => source.replaceAll(/\(\?<[a-z]+>/g, "(?:")).join("|"),
	"i",
);

/** The sentence around a position, as far as it is needed. */
function sentenceAround(text: string, start: number, end: number): string {
	const before =
		text
			.slice(Math.max(0, start - 200), start)
			.split(/[.!?\n]/)
			.at(-1) ?? "";
	const after = text.slice(end, end + 200).split(/[.!?\n]/, 1)[0] ?? "";
	return `${before} ${after}`;
}

const toLower = (groups: Readonly<Record<string, string | undefined>>): Record<string, string> =>
	Object.fromEntries(Object.entries(groups).map(([name, value = ""]) => [name, value.toLowerCase()]));

/**
 * All times that an English text names relative to `at` (milliseconds, the time of the message), in the
 * order of the text. Days are counted in UTC, and weeks begin on Monday. "On Friday" is the one before or
 * after `at`, depending on the verbs of its sentence. Seasons are those of the northern hemisphere.
 *
 * @example relativeDates("We met last week.", Date.UTC(2026, 4, 14)) // one, from Monday the 4th up to the 11th of May
 */
export function relativeDates(text: string, at: number): RelativeDate[] {
	const now = new Date(at);
	if (Number.isNaN(now.getTime()) || !GLANCE.test(text) || !ANY_WAY.test(text)) return [];
	const today = new Date(utc(now, 0, 0, 0));
	const found: RelativeDate[] = [];
	let rest = text;
	for (const [regex, read] of READERS) {
		rest = takeMatches(rest, regex, ({ 0: written, index: start, groups = {} }) => {
			const end = start + written.length;
			const span = read(toLower(groups), today, () => sentenceAround(text, start, end));
			// A year that `Date` cannot represent.
			if (span === undefined || Number.isNaN(span.from) || Number.isNaN(span.to)) return false;
			found.push({ text: written, start, end, ...span });
			return true;
		});
	}
	return found.toSorted((a, b) => a.start - b.start);
}

/** The first of {@link relativeDates}. */
export function resolveRelativeDate(text: string, at: number): RelativeDate | undefined {
	return relativeDates(text, at)[0];
}
