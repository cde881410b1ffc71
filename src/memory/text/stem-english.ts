import { recallTwice } from "./recall-twice.ts";

/*
 * The English stemmer of the Snowball family, also called Porter2, with the rules of Snowball 3. The steps
 * and the two regions have the names of its published description.
 *
 * R1 is the part after the first consonant that follows a vowel. R2 is the same inside R1. A suffix is
 * removed only if it is in its region: "relational" loses its ending, "rational" keeps most of it. During
 * stemming, a "y" that is a consonant is written "Y".
 */

/** Words that follow no rule. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
	["skis", "ski"],
	["skies", "sky"],
	["idly", "idl"],
	["gently", "gentl"],
	["ugly", "ugli"],
	["early", "earli"],
	["only", "onli"],
	["singly", "singl"],
	...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word) => [word, word] as const),
]);

/**
 * R1 starts after these beginnings, wherever the rule would put it. Otherwise "general" and "generous"
 * would have the same stem.
 */
const LONG_BEGINNINGS = ["arsen", "commun", "emerg", "gener", "inter", "later", "organ", "past", "univers"];

/** The parts before "eed" and before "ing" in words that only look like a past tense or a participle. */
const KEEPS_EED: ReadonlySet<string> = new Set(["succ", "proc", "exc"]);
const KEEPS_ING: ReadonlySet<string> = new Set(["even", "cann", "inn", "earr", "herr", "out"]);

const DOUBLES: ReadonlySet<string> = new Set(["bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"]);

type Ending = readonly [suffix: string, replacement: string];

/** Longer endings first. Only the longest that fits counts, even if it is then not in its region. */
const byLength = (endings: readonly Ending[]): readonly Ending[] =>
	endings.toSorted(([a], [b]) => b.length - a.length);

const STEP_2 = byLength([
	["tional", "tion"],
	["enci", "ence"],
	["anci", "ance"],
	["abli", "able"],
	["entli", "ent"],
	["izer", "ize"],
	["ization", "ize"],
	["ational", "ate"],
	["ation", "ate"],
	["ator", "ate"],
	["alism", "al"],
	["aliti", "al"],
	["alli", "al"],
	["fulness", "ful"],
	["fulli", "ful"],
	["ousli", "ous"],
	["ousness", "ous"],
	["iveness", "ive"],
	["iviti", "ive"],
	["biliti", "ble"],
	["bli", "ble"],
	["ogist", "og"],
	["ogi", "og"],
	["lessli", "less"],
	["li", ""],
]);

const STEP_3 = byLength([
	["ational", "ate"],
	["tional", "tion"],
	["alize", "al"],
	["icate", "ic"],
	["iciti", "ic"],
	["ical", "ic"],
	["ative", ""],
	["ful", ""],
	["ness", ""],
]);

const STEP_4 = byLength(
	"al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion"
		.split(" ")
		.map((suffix) => [suffix, ""] as const),
);

const isVowel = (letter: string | undefined): boolean => letter !== undefined && "aeiouy".includes(letter);
const hasVowel = (text: string): boolean => /[aeiouy]/.test(text);

/** Where the region after `from` begins: after the first consonant that follows a vowel. */
function regionBehind(word: string, from: number): number {
	let i = from;
	while (i < word.length && !isVowel(word[i])) i++;
	while (i < word.length && isVowel(word[i])) i++;
	return Math.min(i + 1, word.length);
}

/** Whether a text ends in a short syllable: "hop", "at", "past", but neither "bow" nor "box" nor "rain". */
function endsShort(text: string): boolean {
	if (text.endsWith("past")) return true;
	const last = text.at(-1);
	if (last === undefined || isVowel(last) || !isVowel(text.at(-2))) return false;
	if (text.length === 2) return true;
	return !isVowel(text.at(-3)) && !"wxY".includes(last);
}

/** Marks each "y" that is a consonant: at the beginning, and after a vowel. */
function markConsonantY(word: string): string {
	if (!word.includes("y")) return word;
	let marked = "";
	for (const letter of word) {
		marked += letter === "y" && (marked === "" || isVowel(marked.at(-1))) ? "Y" : letter;
	}
	return marked;
}

function cutPlural(word: string): string {
	if (word.endsWith("sses")) return word.slice(0, -2);
	if (word.endsWith("ies") || word.endsWith("ied")) return word.slice(0, word.length > 4 ? -2 : -1);
	if (!word.endsWith("s") || word.endsWith("us") || word.endsWith("ss")) return word;
	// "gaps" and "kiwis" lose the s; "gas" and "this", with their only vowel right before it, keep it.
	return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function cutPast(word: string, r1: number): string {
	const suffix = /(?:eedly|ingly|edly|eed|ing|ed)$/.exec(word)?.[0];
	if (suffix === undefined) return word;
	const stem = word.slice(0, -suffix.length);
	if (suffix.startsWith("eed")) return stem.length >= r1 && !KEEPS_EED.has(stem) ? `${stem}ee` : word;
	if (suffix === "ing") {
		if (KEEPS_ING.has(stem)) return word;
		// "dying", "lying", "tying".
		if (stem.length === 2 && stem.endsWith("y") && !isVowel(stem[0])) return `${stem.slice(0, 1)}ie`;
	}
	if (!hasVowel(stem)) return word;
	if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
	if (DOUBLES.has(stem.slice(-2))) return /^[aeo]..$/.test(stem) ? stem : stem.slice(0, -1);
	return stem.length === r1 && endsShort(stem) ? `${stem}e` : stem;
}

/** The longest ending of a list that a word has, if it begins at `region` or later. */
function endingOf(word: string, endings: readonly Ending[], region: number): Ending | undefined {
	const ending = endings.find(([suffix]) => word.endsWith(suffix));
	return ending !== undefined && word.length - ending[0].length >= region ? ending : undefined;
}

function step2(word: string, r1: number): string {
	const ending = endingOf(word, STEP_2, r1);
	if (ending === undefined) return word;
	const [suffix, replacement] = ending;
	const stem = word.slice(0, -suffix.length);
	if (suffix === "ogi" && !stem.endsWith("l")) return word;
	if (suffix === "li" && !/[cdeghkmnrt]$/.test(stem)) return word;
	return stem + replacement;
}

function step3(word: string, r1: number, r2: number): string {
	const ending = endingOf(word, STEP_3, r1);
	if (ending === undefined) return word;
	const [suffix, replacement] = ending;
	const stem = word.slice(0, -suffix.length);
	return suffix === "ative" && stem.length < r2 ? word : stem + replacement;
}

function step4(word: string, r2: number): string {
	const ending = endingOf(word, STEP_4, r2);
	if (ending === undefined) return word;
	const stem = word.slice(0, -ending[0].length);
	return ending[0] === "ion" && !/[st]$/.test(stem) ? word : stem;
}

function step5(word: string, r1: number, r2: number): string {
	const stem = word.slice(0, -1);
	if (word.endsWith("ll")) return stem.length >= r2 ? stem : word;
	if (!word.endsWith("e")) return word;
	return stem.length >= r2 || (stem.length >= r1 && !endsShort(stem)) ? stem : word;
}

/**
 * The stem of an English word in lower case, by Porter2: the part that "connect", "connected" and
 * "connections" share. A stem identifies a family of words and is not always a word itself ("happiness" →
 * "happi").
 *
 * @example stemEnglish("organizations") // "organiz"
 */
export function stemEnglish(word: string): string {
	const exception = EXCEPTIONS.get(word);
	if (exception !== undefined || word.length < 3) return exception ?? word;
	const marked = markConsonantY(word.startsWith("'") ? word.slice(1) : word);
	const beginning = LONG_BEGINNINGS.find((start) => marked.startsWith(start));
	const r1 = beginning?.length ?? regionBehind(marked, 0);
	const r2 = regionBehind(marked, r1);
	let stem = cutPlural(marked.replace(/(?:'s'|'s|')$/, ""));
	stem = cutPast(stem, r1);
	// "cry" → "cri", but "by" and "say" keep their y.
	if (/.[^aeiouy][yY]$/.test(stem)) stem = `${stem.slice(0, -1)}i`;
	stem = step2(stem, r1);
	stem = step3(stem, r1, r2);
	stem = step4(stem, r2);
	stem = step5(stem, r1, r2);
	return stem.replaceAll("Y", "y");
}

/** {@link stemEnglish} with a bounded cache: texts repeat few words often. */
export const stemEnglishCached: (word: string) => string = recallTwice(stemEnglish);
