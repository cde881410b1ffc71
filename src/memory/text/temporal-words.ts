import { isTemporalWord } from "./is-temporal-word.ts";
import { readWords } from "./words.ts";

/**
 * How many words of a text are about time. An answer to "when" contains some. English only: in other
 * languages the number is low.
 */
export function temporalWords(text: string): number {
	let count = 0;
	readWords(text, (term, start) => {
		if (isTemporalWord(term.text)) count++;
		// As months, "May" and "March" have a capital even inside a sentence.
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
