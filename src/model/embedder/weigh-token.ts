/** The ids below are BERT's special tokens and reserved entries. */
export const FIRST_REAL = 999;
/** From here on, BERT's vocabulary is sorted by frequency; before it are single characters. */
const FIRST_WORD = 1_996;

const SPECIAL_WEIGHT = 0.02;
const ASCII_WEIGHT = 1;
const CHARACTER_WEIGHT = 6;

/**
 * How much a token says about a text: rare tokens say more, so "the" counts little and "volleyball" a lot.
 * Single ASCII characters are punctuation and the rests of "don't" and "she's". Other single characters are
 * ideographs and letters, which in other scripts are most of what is known of a word.
 */
export function weighToken(id: number, token: string): number {
	if (id < FIRST_REAL) return SPECIAL_WEIGHT;
	if (id < FIRST_WORD) return token.charCodeAt(0) < 128 ? ASCII_WEIGHT : CHARACTER_WEIGHT;
	return Math.log(2 + id - FIRST_WORD);
}
