import { isTemporalWord } from "./is-temporal-word.ts";
import { FIRST_PERSON, SECOND_PERSON } from "./person-words.ts";
import { ENGLISH_STOP_WORDS, OTHER_STOP_WORDS } from "./stop-words.ts";

/**
 * Properties of a word that do not depend on its context, as bits. They are computed once and kept with the
 * word.
 */
export const SIGN = {
	/** Addresses the other person. English. */
	secondPerson: 1,
	/** Is a word of the first person. English. */
	firstPerson: 2,
	/** Is about time. English. */
	temporal: 4,
	/** Consists of digits. */
	number: 8,
	/** Has letters outside ASCII after folding. */
	foreign: 16,
	/** Is a stop word of English, or of another language. */
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
