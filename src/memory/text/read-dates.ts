import type { DateFields, DateSpan } from "./date-span.ts";
import { foldText } from "./fold-text.ts";
import { MONTH_PATTERN, monthOf, PLAIN_MONTHS } from "./month-names.ts";
import { takeMatches } from "./take-matches.ts";

export { type DateFields, type DateSpan, spanOfDate } from "./date-span.ts";

type Groups = Readonly<Record<string, string | undefined>>;
/** Reads the parts of a match. `behind` is the beginning of the text that follows it. */
type Reader = (groups: Groups, behind: string) => DateFields[];

const S = "\\s{1,3}";
const MONTH = `(?<month>${MONTH_PATTERN})`;
const YEAR = "(?<year>(?:1[89]|20)\\d\\d)";
const OF = `(?:(?:of|de|del|do|di)${S})?`;
const pattern = (source: string): RegExp =>
	new RegExp(`(?<![\\p{L}\\p{M}\\d#$€£])(?<!\\d[.,/-])${source}(?![\\p{L}\\p{M}\\d])`, "giu");

/** After these words, a name that is also another word is a month, and a number is a year. */
const LEADS = `in|during|since|until|till|last|next|early|late|mid|of|before|after|around|by|from|im|seit|en|em|de|du|del|depuis|desde|sinds`;

const number = (text: string | undefined): number | undefined =>
	text === undefined ? undefined : Number(text);

function fields(year: number | undefined, month: number | undefined, day?: number): DateFields {
	return {
		...(year === undefined ? {} : { year }),
		...(month === undefined ? {} : { month }),
		...(day === undefined ? {} : { day }),
	};
}

/** Whether the day exists. Without a year, February has 29 days. */
function exists({ year, month, day }: DateFields): boolean {
	if (month !== undefined && (month < 1 || month > 12)) return false;
	if (day === undefined) return true;
	return day >= 1 && day <= new Date(Date.UTC(year ?? 2000, month ?? 1, 0)).getUTCDate();
}

/** A date with the name of its month. */
const named: Reader = (groups) => [
	fields(number(groups.year), monthOf(groups.month ?? ""), number(groups.day)),
];

/**
 * In most of the world 08/05/2023 is a day in May, in some countries one in August. Returns both; dates
 * that do not exist are dropped later.
 */
const numeric: Reader = (groups) => {
	const [first, second] = [Number(groups.first), Number(groups.second)];
	const written = Number(groups.year);
	const year = written < 100 ? 2000 + written : written;
	const dayFirst = fields(year, second, first);
	// With dots, the day always comes first.
	return groups.sign === "." || first === second ? [dayFirst] : [dayFirst, fields(year, first, second)];
};

/** A month alone. A name that is also another word needs one of `LEADS` before it. */
const monthAlone: Reader = (groups) => {
	const name = groups.month ?? "";
	if (groups.lead === undefined && !PLAIN_MONTHS.has(foldText(name))) return [];
	return [fields(undefined, monthOf(name))];
};

/** A year alone: after one of the lead words, or at the end of a clause. "2000 people" is a number. */
const yearAlone: Reader = (groups, behind) => {
	if (groups.lead === undefined && !/^\s*(?:$|[?!.,;:)])/.test(behind)) return [];
	return [fields(Number(groups.year), undefined)];
};

const iso: Reader = (groups) => [fields(number(groups.year), number(groups.monthNumber), number(groups.day))];

/**
 * The ways to write a date, the most complete first. Later readers do not see what earlier ones have read.
 */
const READERS: readonly (readonly [RegExp, Reader])[] = [
	[
		pattern(
			`(?<year>[12]\\d{3})(?<sign>[-/.])(?<monthNumber>\\d{1,2})\\k<sign>(?<day>\\d{1,2})(?:T[\\d:.]{4,15}Z?)?`,
		),
		iso,
	],
	[pattern(`(?<first>\\d{1,2})(?<sign>[/.-])(?<second>\\d{1,2})\\k<sign>${YEAR}`), numeric],
	[pattern(`(?<first>\\d{1,2})(?<sign>/)(?<second>\\d{1,2})/(?<year>\\d{2})`), numeric],
	[
		pattern(
			`(?<day>\\d{1,2})(?:st|nd|rd|th|er|\\.|º|°)?(?:${S}|-)(?:the${S})?${OF}${MONTH}(?:\\.?,?(?:${S}|-)${OF}${YEAR})?`,
		),
		named,
	],
	[
		pattern(
			`${MONTH}\\.?${S}(?:the${S})?(?<day>\\d{1,2})(?:st|nd|rd|th)?(?!\\d|:\\d|\\s?[ap]\\.?m|[.,]\\d)(?:,?${S}${YEAR})?`,
		),
		named,
	],
	[pattern(`${MONTH}\\.?,?${S}${OF}${YEAR}`), named],
	[pattern(`(?<year>(?:19|20)\\d\\d)-(?<monthNumber>0[1-9]|1[0-2])(?!-)`), iso],
	[pattern(`(?<lead>(?:${LEADS})(?:${S}|-))?${MONTH}`), monthAlone],
	[
		pattern(`(?<lead>(?:${LEADS}|between|and|or|to|year|summer|winter|spring|autumn|fall)${S})?${YEAR}`),
		yearAlone,
	],
];

/** The readers of dates without digits. */
const WITHOUT_DIGITS = READERS.filter(([, read]) => read === monthAlone);

const precisionOf = (date: DateFields): DateSpan["precision"] =>
	date.day !== undefined ? "day" : date.month !== undefined ? "month" : "year";

/**
 * The dates that a text names in digits or with the name of a month (English, German, French, Spanish,
 * Italian, Portuguese, Dutch), in the order of the text. A date with two possible readings is returned
 * twice, with the same position.
 *
 * @example readDates("on May 8, 2023") // [{ year: 2023, month: 5, day: 8, precision: "day", start: 3, end: 14 }]
 */
export function readDates(text: string): DateSpan[] {
	const found: DateSpan[] = [];
	let rest = text;
	const readers = /\d/.test(text) ? READERS : WITHOUT_DIGITS;
	for (const [regex, read] of readers) {
		rest = takeMatches(rest, regex, ({ 0: written, index, groups = {} }) => {
			const end = index + written.length;
			const dates = read(groups, text.slice(end, end + 4)).filter(exists);
			// The lead word is not part of the date.
			const start = index + (groups.lead ?? "").length;
			for (const date of dates) found.push({ ...date, precision: precisionOf(date), start, end });
			return dates.length > 0;
		});
	}
	return found.toSorted((a, b) => a.start - b.start);
}
