/** Classes of characters. A separator is not part of a word. */
export const SEPARATOR = 1;
/** Letters and digits of scripts that put spaces between words. */
export const LETTER = 2;
/** Belongs to the character before it: accents, vowel signs, invisible joiners. */
export const MARK = 3;
/**
 * Scripts that are read in pairs of characters. Most of them have no spaces. The order of these numbers has
 * no meaning.
 */
export const HAN_KANA = 4;
export const HANGUL = 5;
export const THAI = 6;
export const LAO = 7;
export const KHMER = 8;
export const BURMESE = 9;

/**
 * A cache by code unit; 0 means not computed yet. Filling the table in advance would slow down every start.
 */
const KNOWN = new Uint8Array(0x10000);

/** The class of a character. Half of a surrogate pair is a separator. */
export function characterClass(codePoint: number): number {
	if (codePoint > 0xffff) return classify(codePoint);
	const known = KNOWN[codePoint];
	if (known !== undefined && known !== 0) return known;
	const found = classify(codePoint);
	KNOWN[codePoint] = found;
	return found;
}

function classify(codePoint: number): number {
	const character = String.fromCodePoint(codePoint);
	// Unicode counts these apostrophes as letters. Here they separate words like other apostrophes.
	if (codePoint === 0x02bc || codePoint === 0x02bb) return SEPARATOR;
	// Soft hyphen, joiners, and the voicing marks of half-width kana.
	if (/\p{M}|\u00ad|\u200c|\u200d|\u2060|\uff9e|\uff9f/u.test(character)) return MARK;
	if (!/[\p{L}\p{Nd}]/u.test(character)) return SEPARATOR;
	if (/\p{Nd}/u.test(character)) return LETTER;
	if (/\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}/u.test(character)) return HAN_KANA;
	if (/\p{sc=Hangul}/u.test(character)) return HANGUL;
	if (/\p{sc=Thai}/u.test(character)) return THAI;
	if (/\p{sc=Lao}/u.test(character)) return LAO;
	if (/\p{sc=Khmer}/u.test(character)) return KHMER;
	if (/\p{sc=Myanmar}/u.test(character)) return BURMESE;
	return LETTER;
}
