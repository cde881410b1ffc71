import { characterClass, LETTER, MARK, SEPARATOR } from "./character-class.ts";
import { foldText } from "./fold-text.ts";
import { recallTwice } from "./recall-twice.ts";
import { stemCyrillic } from "./stem-cyrillic.ts";
import { stemEnglish } from "./stem-english.ts";
import { isStopWord } from "./stop-words.ts";
import { termHash } from "./term-hash.ts";
import { signsOfWord } from "./word-signs.ts";

export { termHash };

/**
 * The properties of a word that do not depend on its context. Terms are shared: the same spelling mostly
 * gives the same object.
 */
export interface Term {
	/** The word, folded: in lower case, without accents. */
	readonly text: string;
	/** The part that its forms share; the word itself if it has no stemmer. */
	readonly stem: string;
	/** `termHash(stem)`. */
	readonly hash: number;
	/** Whether the word says nothing about the topic of a text. */
	readonly stop: boolean;
	/** A sum of `SIGN` bits. */
	readonly signs: number;
}

/** A word of a text. `text.slice(start, end)` is its spelling in the text. */
export interface Word {
	readonly text: string;
	readonly stem: string;
	readonly start: number;
	readonly end: number;
}

/**
 * Longer words are cut to this length: nobody searches for the rest of a blob, and little text is
 * normalised at a time.
 */
const LONGEST = 64;
/** How many code units of a run without spaces are folded at a time. */
const CHUNK = 256;

const NOT_WORD = /[^\p{L}\p{M}\p{Nd}.]/gu;
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

function stemOf(text: string): string {
	if (/^[a-z']+$/.test(text)) return stemEnglish(text);
	if (/^\p{sc=Cyrillic}+$/u.test(text)) return stemCyrillic(text);
	// "8th" has the stem "8".
	return /^(\d+)(?:st|nd|rd|th)$/.exec(text)?.[1] ?? text;
}

function makeTerm(text: string, stem: string): Term {
	return { text, stem, hash: termHash(stem), stop: isStopWord(text), signs: signsOfWord(text) };
}

/**
 * The term of a word as it is written. A word that consists of marks alone gives an empty term, which the
 * caller leaves out.
 */
const termOf: (written: string) => Term = recallTwice((written) => {
	let text = foldText(written);
	if (!isAscii(text)) text = text.replace(NOT_WORD, "");
	// The commas of "1,000".
	else if (text.includes(",")) text = text.replaceAll(",", "");
	return makeTerm(text, stemOf(text));
});

/** Pairs of characters are terms as they are, without stemming. */
const pairOf: (pair: string) => Term = recallTwice((pair) => makeTerm(pair, pair));

/** Called for each word in the order of the text. */
export type VisitWord = (term: Term, start: number, end: number) => void;

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
const isAsciiWord = (unit: number): boolean =>
	(unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57);
const isApostrophe = (unit: number): boolean =>
	unit === 0x27 || unit === 0x2019 || unit === 0x02bc || unit === 0xff07;

/** What follows the apostrophe of an English contraction or possessive. */
const TAILS: ReadonlySet<string> = new Set(["s", "t", "d", "m", "ll", "re", "ve"]);

/**
 * The end of the digits that continue a number after a point or a comma at `i`; `i` if there are none.
 * "3.5" and "1,000" are one word each. "5,6" is two words, and "08.05.2023" is "08.05" and "2023".
 */
function numberGoesOn(text: string, from: number, i: number): number {
	const unit = text.charCodeAt(i);
	if ((unit !== 0x2e && unit !== 0x2c) || !isDigit(text.charCodeAt(i - 1))) return i;
	let end = i + 1;
	// Reads one digit more than may follow, to see that there are too many.
	while (end < i + 5 && isDigit(text.charCodeAt(end))) end++;
	const digits = end - i - 1;
	if (unit === 0x2e) return digits >= 1 && digits <= 3 ? end : i;
	return digits === 3 && i - from <= 11 && /^\d{1,3}(?:,\d{3})*$/.test(text.slice(from, i)) ? end : i;
}

/** Where the word of letters and digits that begins at `from` ends. */
function endOfWord(text: string, from: number): number {
	let i = from;
	while (i < text.length) {
		const unit = text.charCodeAt(i);
		if (isAsciiWord(unit)) i++;
		else if (unit < 0x80) {
			const end = numberGoesOn(text, from, i);
			if (end === i) return i;
			i = end;
		} else {
			const codePoint = text.codePointAt(i) ?? 0;
			const kind = characterClass(codePoint);
			if (kind !== LETTER && kind !== MARK) return i;
			i += codePoint > 0xffff ? 2 : 1;
		}
	}
	return i;
}

/** Where the tail of a contraction after the apostrophe at `i` ends; `i` if a separate word follows. */
function endOfTail(text: string, i: number): number {
	if (!isApostrophe(text.charCodeAt(i))) return i;
	let end = i + 1;
	while (end < i + 4 && isAsciiWord(text.charCodeAt(end))) end++;
	return TAILS.has(text.slice(i + 1, end).toLowerCase()) ? end : i;
}

/** Where the run of one script without spaces that begins at `from` ends, and where its last character begins. */
function endOfRun(text: string, from: number, script: number): { end: number; last: number } {
	let i = from;
	let last = from;
	while (i < text.length) {
		const codePoint = text.codePointAt(i) ?? 0;
		const kind = characterClass(codePoint);
		if (kind !== script && kind !== MARK) break;
		if (kind === script) {
			if (i - from >= CHUNK) break;
			last = i;
		}
		i += codePoint > 0xffff ? 2 : 1;
	}
	return { end: i, last };
}

const HAN = /^\p{sc=Han}/u;

/** The characters of a folded run, each with its marks. */
const clustersOf = (run: string): string[] => run.match(/\P{M}\p{M}{0,4}/gu) ?? [];

/**
 * Visits the overlapping pairs of a run, and each Chinese character by itself. A run of one character gives
 * that character.
 */
function visitPairs(text: string, from: number, script: number, visit: VisitWord): number {
	let start = from;
	for (;;) {
		const { end, last } = endOfRun(text, start, script);
		const clusters = clustersOf(
			foldText(text.slice(start, Math.min(end, start + 2 * CHUNK))).replace(NOT_WORD, ""),
		);
		const [only] = clusters;
		// The first character of a later chunk was already the second of a pair.
		if (only !== undefined && clusters.length === 1 && start === from) visit(pairOf(only), start, end);
		let at = start;
		for (let i = 0; i + 1 < clusters.length; i++) {
			const [first = "", second = ""] = [clusters[i], clusters[i + 1]];
			// A Chinese character is often a word by itself: a query of one character must find it.
			if (HAN.test(first)) visit(pairOf(first), at, Math.min(at + first.length, end));
			visit(pairOf(first + second), at, Math.min(at + first.length + second.length, end));
			// Folding may change lengths. The position is then approximate, but never before the previous one.
			at = Math.min(at + first.length, last);
		}
		const next = end < text.length ? characterClass(text.codePointAt(end) ?? 0) : SEPARATOR;
		if (next !== script || last === start) {
			const final = clusters.length > 1 ? (clusters.at(-1) ?? "") : "";
			if (HAN.test(final)) visit(pairOf(final), at, end);
			return end;
		}
		start = last;
	}
}

/**
 * Reads the words of a text in one pass and calls `visit` for each.
 *
 * - Latin words end at an apostrophe: "don't" gives "don", "Ada's" gives "ada".
 * - Numbers keep their decimal point.
 * - Scripts without spaces give overlapping pairs of characters, and Chinese characters also by themselves.
 * - Punctuation and emoji give nothing.
 */
export function readWords(text: string, visit: VisitWord): void {
	let i = 0;
	while (i < text.length) {
		const unit = text.charCodeAt(i);
		if (unit < 0x80 && !isAsciiWord(unit)) {
			i++;
			continue;
		}
		const codePoint = unit < 0x80 ? unit : (text.codePointAt(i) ?? 0);
		const kind = unit < 0x80 ? LETTER : characterClass(codePoint);
		if (kind === LETTER) {
			const end = endOfWord(text, i);
			const term = termOf(text.slice(i, Math.min(end, i + LONGEST)));
			if (term.text !== "") visit(term, i, end);
			i = endOfTail(text, end);
		} else if (kind === SEPARATOR || kind === MARK) i += codePoint > 0xffff ? 2 : 1;
		else i = visitPairs(text, i, kind, visit);
	}
}

/**
 * The words of a text, if a list is more practical than {@link readWords}.
 *
 * @example words("Ada's 2 dogs") // ada, 2, dogs (stem "dog")
 */
export function words(text: string): Word[] {
	const found: Word[] = [];
	readWords(text, (term, start, end) => found.push({ text: term.text, stem: term.stem, start, end }));
	return found;
}
