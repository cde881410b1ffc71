/** Below it are BERT's special tokens and reserved places. */
export const FIRST_REAL = 999;
/** From here on BERT's vocabulary goes by how often a token was seen; before it are single characters. */
const FIRST_WORD = 1_996;

const SPECIAL_WEIGHT = 0.02;
const ASCII_WEIGHT = 1;
const CHARACTER_WEIGHT = 6;

/**
 * How much a token tells of a text: the more, the rarer it is, so "the" little and "volleyball" much. Of the single
 * characters those of ASCII are punctuation and the rests of "don't" and "she's"; the others are ideographs and letters,
 * which in other scripts are most of what is known of a word.
 */
export function weighToken(id: number, token: string): number {
	if (id < FIRST_REAL) return SPECIAL_WEIGHT;
	if (id < FIRST_WORD) return token.charCodeAt(0) < 128 ? ASCII_WEIGHT : CHARACTER_WEIGHT;
	return Math.log(2 + id - FIRST_WORD);
}
