import { SIGN } from "./word-signs.ts";
import { readWords, type Term, type VisitWord } from "./words.ts";

/** How many words are enough for a guess. The rest of a long text is most likely in the same language. */
const ENOUGH_WORDS = 200;
/** How many characters are enough for a guess. Pass only the beginning of a longer text. */
export const ENOUGH_CHARACTERS = 2_000;
const NOT_ASCII = /[^\0-\x7f]/;

/** A guess about the language of a text, made while its words are read. */
export interface LanguageGuess {
	visit: VisitWord;
	/** Whether the words read so far look English. */
	isEnglish(): boolean;
}

/**
 * A cheap guess whether a text is English, by the share of its stop words. It decides whether rules that
 * hold only for English may be used. A few words in Latin letters without a sign of another language count
 * as English. An empty text and a text in another script do not.
 */
export function guessLanguage(text: string): LanguageGuess {
	const plain = !NOT_ASCII.test(text);
	let count = 0;
	let foreign = 0;
	let english = 0;
	let other = 0;
	return {
		visit({ signs, stop }: Term, start, end) {
			if (count >= ENOUGH_WORDS || signs & SIGN.number) return;
			count++;
			if (signs & SIGN.foreign) foreign++;
			// Accents are a sign of another language, though English borrows some.
			else if (!plain && NOT_ASCII.test(text.slice(start, end))) other++;
			if (!stop) return;
			const inEnglish = (signs & SIGN.english) !== 0;
			// "in" and "so" are words of several languages and say nothing. A small "i" is a word of the
			// Nordic ones.
			if (inEnglish === ((signs & SIGN.other) !== 0) || text.startsWith("i ", start)) return;
			if (inEnglish) english++;
			else other++;
		},
		isEnglish() {
			if (count === 0 || foreign * 4 > count) return false;
			if (english > 0) return english > other && english * 8 >= count;
			return other === 0 && foreign === 0 && count <= 8;
		},
	};
}

/** The guess of {@link guessLanguage}, for callers that do not read the words of a text anyway. */
export function looksEnglish(text: string): boolean {
	const beginning = text.length > ENOUGH_CHARACTERS ? text.slice(0, ENOUGH_CHARACTERS) : text;
	const guess = guessLanguage(beginning);
	readWords(beginning, guess.visit);
	return guess.isEnglish();
}
