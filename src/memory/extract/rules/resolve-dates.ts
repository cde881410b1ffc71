import { spanOfDate } from "../../text/days-from-date.ts";
import { type DateSpan, readDates } from "../../text/read-dates.ts";
import { type RelativeDate, relativeDates } from "../../text/relative-dates.ts";
import { nameSpan } from "./name-dates.ts";

/** Which way a date without a year points. */
export type Tense = "past" | "future" | undefined;

/** A text whose dates do not depend on when it was said. */
export interface Dated {
	text: string;
	/** The time it speaks of, if it names one. */
	from?: number;
	to?: number;
}

/** Prepositions before a date. Those in `STAYS` add meaning and stay; the others are chosen again. */
const LEADING =
	/\b(on|in|at|by|until|till|since|before|after|for|from|during|over|starting|about|around)\s+(?:the\s+)?$/i;
const STAYS = /^(?:by|until|till|since|before|after|for|from|during|starting)$/i;
/** "every Friday", and the Friday of someone's. */
const REPEATED = /\b(?:every|each|most|any)\s+$/i;

/**
 * Replaces "yesterday", "next week" or "in June" by the actual dates, counted from the time of the message. The
 * tense decides which June is meant.
 */
export function resolveDates(text: string, at: number, tense: Tense): Dated {
	let result = "";
	let end = 0;
	let span: { from: number; to: number } | undefined;
	for (const date of datesIn(text, at)) {
		if (date.start < end || REPEATED.test(text.slice(0, date.start))) continue;
		// The words of the date may hold their own preposition.
		const { preposition, name } = nameSpan(date);
		const before = text.slice(end, date.start);
		const leading = LEADING.exec(before);
		const word = leading?.[1] ?? "";
		const kept = leading ? before.slice(0, leading.index) : before;
		const about = /^(?:about|around)$/i.test(word) ? "around" : preposition;
		result += `${kept}${STAYS.test(word) ? word : about} ${name}`;
		end = date.end;
		span ??= { from: date.from, to: date.to };
	}
	const resolved = result + text.slice(end);
	return span ? { text: resolved, ...span } : resolveNamed(resolved, at, tense);
}

/** One of these is in every relative date; most clauses have none, and need not be searched. */
const HINT =
	/\b(?:yesterday|today|tonight|tomorrow|night|ago|from now|day|last|next|this|past|coming|in|on|following)\b/i;

/** The relative dates of a clause. */
export function datesIn(text: string, at: number): RelativeDate[] {
	return HINT.test(text) ? relativeDates(text, at) : [];
}

/** A date that is named: the year is added where it is missing. */
function resolveNamed(text: string, at: number, tense: Tense): Dated {
	const [date, other] = readDates(text);
	// Two at the same place are two readings; two apart are for the reader.
	if (!date || other) return { text };
	if (date.year !== undefined) return { text, ...spanOfDate(date, date.year) };
	if (!tense) return { text };
	const year = yearFor(date, at, tense);
	const named = `${text.slice(0, date.end)} ${year}${text.slice(date.end)}`;
	return { text: named, ...spanOfDate(date, year) };
}

/** The year in which a date without one is meant: the last one that began, or the next one that is not over. */
function yearFor(date: DateSpan, at: number, tense: Tense): number {
	const now = new Date(at).getUTCFullYear();
	const { from, to } = spanOfDate(date, now);
	if (tense === "past") return from <= at ? now : now - 1;
	return to > at ? now : now + 1;
}
