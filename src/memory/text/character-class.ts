/** What a character is to the reader of words. */
export const SEPARATOR = 1;
/** Letters and digits of scripts that put spaces between words. */
export const LETTER = 2;
/** Belongs to the character before it: accents, vowel signs, joiners that nobody sees. */
export const MARK = 3;
/** Scripts without spaces, each of which is read in pairs of characters. Their order says nothing. */
export const HAN_KANA = 4;
export const HANGUL = 5;
export const THAI = 6;
export const LAO = 7;
export const KHMER = 8;
export const BURMESE = 9;

/** What was asked before, by code unit; 0 is not asked yet. A table that is filled in advance would cost every start. */
const KNOWN = new Uint8Array(0x10000);

/** The class of a character; half of a pair without its other half separates. */
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
	// Apostrophes that Unicode counts as letters cut words as the others do.
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
