import { ENGLISH_STOP_WORDS, OTHER_STOP_WORDS } from "./stop-words.ts";
import { readWords } from "./words.ts";

/** As many words are enough to tell; the rest of a long text is most likely in the same language. */
const ENOUGH_WORDS = 200;
const ENOUGH_CHARACTERS = 2_000;
const NOT_ASCII = /[^\0-\x7f]/;

/**
 * A cheap guess whether a text is English, by the share of its stop words: for deciding whether hints that hold for English
 * only may be used. A few words in Latin letters without a sign of another language count as English, an empty text does
 * not, and neither does one in another script.
 */
export function looksEnglish(text: string): boolean {
	let count = 0;
	let foreign = 0;
	let english = 0;
	let other = 0;
	readWords(text.length > ENOUGH_CHARACTERS ? text.slice(0, ENOUGH_CHARACTERS) : text, (term, start, end) => {
		if (count >= ENOUGH_WORDS || /^[\d.]+$/.test(term.text)) return;
		count++;
		if (NOT_ASCII.test(term.text)) foreign++;
		// Accents are a sign of another language, though English borrows some.
		else if (NOT_ASCII.test(text.slice(start, end))) other++;
		if (!term.stop) return;
		const inEnglish = ENGLISH_STOP_WORDS.has(term.text);
		// "in" and "so" are words of several languages and say nothing, and a small "i" is one of the Nordic ones.
		if (text.startsWith("i ", start) || inEnglish === OTHER_STOP_WORDS.has(term.text)) return;
		if (inEnglish) english++;
		else other++;
	});
	if (count === 0 || foreign * 4 > count) return false;
	if (english > 0) return english > other && english * 8 >= count;
	return other === 0 && foreign === 0 && count <= 8;
}
