/*
 * One spelling for what a reader takes as the same word: full-width and other compatibility forms are made plain, letters
 * are small, and marks that only colour a letter are gone. Vowel signs of Indic scripts and of Thai, and the voicing marks
 * of kana, are letters in all but name and stay.
 */

/** Marks that any script may borrow, but not the voicing of kana; points of Hebrew, Arabic and Cyrillic; the Arabic stretcher. */
const MARKS =
	/(?!\u3099|\u309a)\p{sc=Inherited}|(?=\p{M})[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Cyrillic}]|\u0640/gu;

/** Letters that no decomposition takes apart, and the sigma at the end of a Greek word. */
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
	// Persian and Urdu keyboards write these two of their own.
	["ی", "ي"],
	["ک", "ك"],
]);
const SPECIAL = new RegExp(`[${[...LETTERS.keys()].join("")}]`, "g");

/** The zeros of other scripts' digits; the nine others follow each. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;

function digitOf(digit: string): string {
	const unit = digit.charCodeAt(0);
	return String(unit - (ZEROS.findLast((zero) => zero <= unit) ?? unit));
}

const isPlain = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/**
 * A text in the spelling that words are compared in. Folding twice is folding once.
 *
 * @example foldText("Ｃafé Straße ŁÓDŹ") // "cafe strasse lodz"
 */
export function foldText(text: string): string {
	if (isPlain(text)) return text.toLowerCase();
	const small = text.normalize("NFKC").toLowerCase().normalize("NFKD");
	return (
		small
			// The short i of Cyrillic is a letter of its own, though Unicode takes it apart.
			.replaceAll("и\u0306", "й")
			.replace(MARKS, "")
			.replace(SPECIAL, (letter) => LETTERS.get(letter) ?? letter)
			.replace(DIGITS, digitOf)
			.normalize("NFC")
	);
}
