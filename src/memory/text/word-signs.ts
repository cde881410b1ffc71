import { isTemporalWord } from "./is-temporal-word.ts";
import { FIRST_PERSON, SECOND_PERSON } from "./person-words.ts";
import { ENGLISH_STOP_WORDS, OTHER_STOP_WORDS } from "./stop-words.ts";

/** What can be said of a word wherever it stands, as bits: it is found once, and asked for wherever the word is read again. */
export const SIGN = {
	/** Speaks to the other one. English. */
	secondPerson: 1,
	/** Speaks of the speaker. English. */
	firstPerson: 2,
	/** Says when. English. */
	temporal: 4,
	/** Is made of digits. */
	number: 8,
	/** Has letters beyond ASCII after folding. */
	foreign: 16,
	/** Is a stop word of English, and of others. */
	english: 32,
	other: 64,
} as const;

/** A sum of `SIGN` bits of a folded word. */
export function signsOfWord(word: string): number {
	return (
		(SECOND_PERSON.has(word) ? SIGN.secondPerson : 0) |
		(FIRST_PERSON.has(word) ? SIGN.firstPerson : 0) |
		(isTemporalWord(word) ? SIGN.temporal : 0) |
		(/^[\d.]+$/.test(word) ? SIGN.number : 0) |
		(/[^\0-\x7f]/.test(word) ? SIGN.foreign : 0) |
		(ENGLISH_STOP_WORDS.has(word) ? SIGN.english : 0) |
		(OTHER_STOP_WORDS.has(word) ? SIGN.other : 0)
	);
}
