/*
 * Folding gives one spelling to forms that readers take as the same word. Full-width and other
 * compatibility forms become plain, letters become lower case, and marks that only modify a letter are
 * removed. Some marks work like letters and stay: the vowel signs of Indic scripts and of Thai, and the
 * voicing marks of kana.
 */

/**
 * Marks that any script may use, except the voicing marks of kana; the points of Hebrew, Arabic and
 * Cyrillic; the Arabic tatweel.
 */
const MARKS =
	/(?!\u3099|\u309a)\p{sc=Inherited}|(?=\p{M})[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Cyrillic}]|\u0640/gu;

/** Letters that Unicode does not decompose, and the sigma at the end of a Greek word. */
const LETTERS: ReadonlyMap<string, string> = new Map([
	["ß", "ss"],
	["æ", "ae"],
	["œ", "oe"],
	["ø", "o"],
	["ł", "l"],
	["đ", "d"],
	["ð", "d"],
	["þ", "th"],
	["ħ", "h"],
	["ı", "i"],
	["ŋ", "n"],
	["ŧ", "t"],
	["ς", "σ"],
	// Persian and Urdu keyboards type their own forms of these two letters.
	["ی", "ي"],
	["ک", "ك"],
]);
const SPECIAL = new RegExp(`[${[...LETTERS.keys()].join("")}]`, "g");

/** The digit zero in other scripts. The other nine digits follow each zero. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;

function digitOf(digit: string): string {
	const unit = digit.charCodeAt(0);
	return String(unit - (ZEROS.findLast((zero) => zero <= unit) ?? unit));
}

const isPlain = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/**
 * A text in the spelling in which words are compared. Folding a folded text changes nothing.
 *
 * @example foldText("Ｃafé Straße ŁÓDŹ") // "cafe strasse lodz"
 */
export function foldText(text: string): string {
	if (isPlain(text)) return text.toLowerCase();
	const small = text.normalize("NFKC").toLowerCase().normalize("NFKD");
	return (
		small
			// The Cyrillic "й" is a letter of its own, but Unicode decomposes it.
			.replaceAll("и\u0306", "й")
			.replace(MARKS, "")
			.replace(SPECIAL, (letter) => LETTERS.get(letter) ?? letter)
			.replace(DIGITS, digitOf)
			.normalize("NFC")
	);
}
