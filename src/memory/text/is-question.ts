import { FIRST_PERSON, SECOND_PERSON } from "./person-words.ts";
import { readWords } from "./words.ts";

/** Question marks of all scripts. One inside a URL ("?id=1") does not count. */
const MARK = /\?(?![\w=&%])|[？؟⁇⁈⁉‽⸮﹖︖՞፧꘏\u037e]/u;
/** Greek uses a semicolon as its question mark, typed as the ordinary one. */
const GREEK = /\p{sc=Greek}["'»”)\s]{0,3};/u;

/** Whether a text contains a question mark of any script. */
export function holdsQuestion(text: string): boolean {
	return MARK.test(text) || (text.includes(";") && GREEK.test(text));
}

/** How many words of a text address the other person. English only: in other languages, 0 means nothing. */
export function secondPerson(text: string): number {
	let count = 0;
	readWords(text, (term) => {
		if (SECOND_PERSON.has(term.text)) count++;
	});
	return count;
}

/** Whether a text uses the first person. English only: in other languages, false means nothing. */
export function firstPerson(text: string): boolean {
	let found = false;
	readWords(text, (term, start, end) => {
		if (found || !FIRST_PERSON.has(term.text)) return;
		// "US" is the country, not the pronoun, and "i.e." has no pronoun either.
		found = text.slice(start, end) !== "US" && !(term.text === "i" && text.startsWith(".e", end));
	});
	return found;
}
