import { FIRST_PERSON, SECOND_PERSON } from "./person-words.ts";
import { readWords } from "./words.ts";

/** Question marks of all scripts; one inside an address ("?id=1") asks nothing. */
const MARK = /\?(?![\w=&%])|[？؟⁇⁈⁉‽⸮﹖︖՞፧꘏\u037e]/u;
/** Greek asks with a semicolon, which keyboards type as the common one. */
const GREEK = /\p{sc=Greek}["'»”)\s]{0,3};/u;

/** Whether a text holds a question mark, of any script. */
export function holdsQuestion(text: string): boolean {
	return MARK.test(text) || (text.includes(";") && GREEK.test(text));
}

/** How many words of a text speak to the other one. English only: elsewhere 0 says nothing. */
export function secondPerson(text: string): number {
	let count = 0;
	readWords(text, (term) => {
		if (SECOND_PERSON.has(term.text)) count++;
	});
	return count;
}

/** Whether a text speaks of its speaker. English only: elsewhere false says nothing. */
export function firstPerson(text: string): boolean {
	let found = false;
	readWords(text, (term, start, end) => {
		if (found || !FIRST_PERSON.has(term.text)) return;
		// The country is not the pronoun, and "i.e." is not either.
		found = text.slice(start, end) !== "US" && !(term.text === "i" && text.startsWith(".e", end));
	});
	return found;
}
