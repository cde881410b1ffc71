import { PLAIN_MONTHS } from "./month-names.ts";

/**
 * English words that say when something happened, or for how long. "Sun", "fall" and "second" are left out,
 * because they mostly mean something else.
 */
const TEMPORAL: ReadonlySet<string> = new Set([
	...PLAIN_MONTHS,
	...`june april august aug sept jan feb oct nov dec
	monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
	today yesterday tomorrow tonight ago last next since during until recently lately soon earlier
	day days week weeks weekend weekends month months year years decade decades century hour hours minute minutes
	morning mornings afternoon afternoons evening evenings night nights noon midnight pm
	spring summer autumn winter daily weekly monthly yearly annual annually`.split(/\s+/),
]);

/** A year, a time of day, an ordinal day: "2023", "7pm", "30pm" after "7:", "8th", "1990s". */
const TEMPORAL_NUMBER = /^(?:(?:19|20)\d\d(?:s)?|\d{1,2}(?:am|pm)|(?:[12]?\d|3[01])(?:st|nd|rd|th))$/;

/**
 * Whether a folded word is about time. English only. Code that reads the words of a text anyway can count
 * them on the way.
 */
export function isTemporalWord(word: string): boolean {
	const first = word.charCodeAt(0);
	return first >= 48 && first <= 57 ? TEMPORAL_NUMBER.test(word) : TEMPORAL.has(word);
}
