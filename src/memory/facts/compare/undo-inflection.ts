import { NOUN_FORMS, PAST } from "./lexicon/irregular-forms.ts";

export interface Plain {
	/** The word without its ending. */
	key: string;
	/** The word has a past form. */
	past: boolean;
	/** The word has an -ing form. */
	ongoing: boolean;
}

const VOWEL = /[aeiouy]/;

/**
 * Undoes what grammar adds to an English word (plural, third person, past, -ing) and nothing more: "moved" and "moves" are
 * one word, "mover" and "movement" are others. A stemmer for search joins more, and here a wrong join is a lost fact.
 */
export function undoInflection(word: string): Plain {
	const past = PAST.get(word);
	if (past !== undefined) return { key: past, past: true, ongoing: false };
	const noun = NOUN_FORMS.get(word);
	if (noun !== undefined) return { key: noun, past: false, ongoing: false };
	if (word.length > 4 && word.endsWith("ing") && VOWEL.test(word.slice(0, -3)))
		return { key: restore(word.slice(0, -3)), past: false, ongoing: true };
	if (word.length > 4 && word.endsWith("ied"))
		return { key: `${word.slice(0, -3)}y`, past: true, ongoing: false };
	if (word.length > 3 && word.endsWith("ed") && !word.endsWith("eed") && VOWEL.test(word.slice(0, -2)))
		return { key: restore(word.slice(0, -2)), past: true, ongoing: false };
	return { key: singular(word), past: false, ongoing: false };
}

function singular(word: string): string {
	if (word.length < 4 || !word.endsWith("s") || /(ss|us|is|'s)$/.test(word)) return word;
	if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
	if (/(s|x|z|ch|sh|to|ro)es$/.test(word) && !/(ses|zes)$/.test(word)) return word.slice(0, -2);
	if (/(sses|zzes|buses)$/.test(word)) return word.slice(0, -2);
	return word.slice(0, -1);
}

/** Longer words that lost an e. */
const MUTE_E =
	/(.[^aeiou]in|[^aeiou]ut|[^aeo]id|[^eo]ad|rib|sum|(?:inv|exc|un|rec|wr|ign)it|(?:prom|dev|qu)ot|(?:del|compl|comp)et|(?:prep|comp|decl|squ)ar|(?:expl|ad|ign|rest)or|schedul|escap|shap|typ|nicknam|overcom|welcom|apologiz)$/;

/** "hik" → "hike", "plann" → "plan", "work" → "work". */
function restore(stem: string): string {
	if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
	if (/(cance|trave|mode|labe|signa|leve)ll$/.test(stem)) return stem.slice(0, -1);
	if (/(ll|ss|ff|zz)$/.test(stem)) return stem;
	if (/([vcuz]|[^aeiou]s|[aeiou]s|dg|rg|[^e]at|ur|ir|[^aeiou]l|iv|ag|lleng|hang|rang)$/.test(stem)) {
		if (/(^|[^aeiou])(eat|oat)$/.test(stem) || /(focus|visit|stir)$/.test(stem)) return stem;
		return `${stem}e`;
	}
	if (MUTE_E.test(stem)) return `${stem}e`;
	// One short syllable between consonants lost its e: "hik", "rid", "smok".
	if (/^[^aeiou]*[aeiouy][^aeiouwxy]$/.test(stem)) return `${stem}e`;
	return stem;
}
