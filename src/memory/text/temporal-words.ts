import { PLAIN_MONTHS } from "./month-names.ts";
import { readWords } from "./words.ts";

/** English words that say when something was, or for how long. "Sun", "fall" and "second" mostly say something else. */
const TEMPORAL: ReadonlySet<string> = new Set([
	...PLAIN_MONTHS,
	...`june april august aug sept jan feb oct nov dec
	monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
	today yesterday tomorrow tonight ago last next since during until recently lately soon earlier
	day days week weeks weekend weekends month months year years decade decades century hour hours minute minutes
	morning mornings afternoon afternoons evening evenings night nights noon midnight pm
	spring summer autumn winter daily weekly monthly yearly annual annually`.split(/\s+/),
]);

/** A year, a time of the day, an ordinal day: "2023", "7pm", "30pm" behind "7:", "8th", "1990s". */
const TEMPORAL_NUMBER = /^(?:(?:19|20)\d\d(?:s)?|\d{1,2}(?:am|pm)|(?:[12]?\d|3[01])(?:st|nd|rd|th))$/;

/** Whether a folded word speaks of time. English. Whoever reads the words of a text anyway can count these on the way. */
export function isTemporalWord(word: string): boolean {
	const first = word.charCodeAt(0);
	return first >= 48 && first <= 57 ? TEMPORAL_NUMBER.test(word) : TEMPORAL.has(word);
}

/** How many words of a text speak of time: an answer to "when" holds some. English only: elsewhere it is low. */
export function temporalWords(text: string): number {
	let count = 0;
	readWords(text, (term, start) => {
		if (isTemporalWord(term.text)) count++;
		// The month has its capital in the middle of a sentence, too.
		else if (/^(?:may|march)$/.test(term.text) && text[start] === "M" && start > 0) count++;
	});
	return count;
}

const VERB = "did|do|does|is|was|were|are|will|would|has|have|had|can|could|should|shall|am|['’]s|['’]d|s|d";
const ASKS_WHEN = new RegExp(
	[
		`^\\W*(?:and |so |but |ok |okay |hey )?when\\b`,
		`\\bwhen(?: |(?=['’]))(?:${VERB})\\b`,
		`\\b(?:since|until|by|about|remember|know|tell me|say) when\\b`,
		`\\b(?:what|which) (?:\\w+ )?(?:dates?|days?|time|years?|months?|weeks?|weekend|weekday|season|hour)\\b`,
		`\\bwhat(?:['’]s| is| was) the (?:exact )?(?:date|day|time|year)\\b`,
		`\\bhow (?:long|often|soon|recently|frequently)\\b`,
		`\\bhow many (?:\\w+ )?(?:days|weeks|months|years|hours|minutes|times)\\b`,
	].join("|"),
	"i",
);

/** Whether an English question asks for a time: when, what date, since when, how long, how often. */
export function asksWhen(query: string): boolean {
	return ASKS_WHEN.test(query);
}
