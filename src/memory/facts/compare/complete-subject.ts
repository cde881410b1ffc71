import { VERBS } from "./lexicon/kinds.ts";
import { PROFESSIONS } from "./lexicon/professions.ts";
import { wordSet } from "./lexicon/words.ts";
import type { Item } from "./statement.ts";

/** How somebody is: at the head of a note these speak of the user. */
const TRAITS = wordSet(`
	vegetarian vegan pescatarian allergic fluent married single divorced widowed engaged born based raised afraid scared interested
	employed unemployed retired pregnant diabetic asthmatic celiac lefthanded righthanded colorblind introverted extroverted
	lactose fond passionate keen bilingual originally currently teetotal dyslexic insomniac bald nearsighted
`);
/** "Loves tea" has an s; these are written without one as well. */
const BARE_VERBS = wordSet("love like enjoy prefer hate dislike want");
/** "Don't use tabs" is an instruction, "doesn't use tabs" is a statement about the user. */
const HELPERS = wordSet("can does did has had is was will would");

const make = (word: string, key = word): Item => ({
	word,
	key,
	kind: "word",
	past: false,
	ongoing: false,
	head: false,
});

/** Notes leave out whom they are about: "Likes tea", "Allergic to nuts", "Can't swim" are about the user. */
export function completeSubject(items: Item[]): Item[] {
	const [first, second] = items;
	if (first === undefined || first.kind !== "word" || second?.key === "'s" || !isHead(first)) return items;
	const rest = [{ ...first, head: false }, ...items.slice(1)];
	if (TRAITS.has(first.word)) return hasVerb(items) ? items : [make("user"), make("is", "be"), ...rest];
	const helped = HELPERS.has(first.word);
	const verb = VERBS.has(first.key) && first.word.endsWith("s") && second?.key !== "be";
	return helped || verb || (BARE_VERBS.has(first.word) && second !== undefined)
		? [make("user"), ...rest]
		: items;
}

/** In small letters throughout, nothing tells the first word from others. */
const isHead = (item: Item): boolean => item.head || VERBS.has(item.key) || TRAITS.has(item.word);

/** "Married people live longer" says nothing of the user. */
const hasVerb = (items: Item[]): boolean =>
	items.some(
		(i, at) => at > 0 && i.kind === "word" && (i.key === "be" || i.key === "have" || i.key === "user"),
	);

/** Whether a lone word or two can only be English: "Vegetarian", "Nurse". */
export const isTrait = (word: string): boolean => TRAITS.has(word) || PROFESSIONS.has(word);

/** "Favorite color: blue" is a sentence cut short; "User: likes tea" another. */
export function writeOut(text: string): string {
	const [, label = "", value = ""] = /^\s*([A-Za-z][A-Za-z' ]{1,28}):\s+(\S.*)$/s.exec(text) ?? [];
	if (label === "" || /["“]/.test(value)) return text;
	const name = label
		.toLowerCase()
		.replace(/^(the )?user('s)? ?/, "")
		.trim();
	if (name === "") return `The user ${value[0]?.toLowerCase() ?? ""}${value.slice(1)}`;
	return LABELS.has(name.split(" ").at(-1) ?? "") ? `The user's ${name} is ${value}` : text;
}

/** What a profile has a line for. */
const LABELS = wordSet(`
	name nickname age birthday birth color colour food dish drink movie film book band song artist sport team season job occupation
	profession employer company location city country home hometown residence address email phone number timezone zone language
	languages diet allergy allergies hobby hobbies pet pets dog cat wife husband spouse partner car editor browser os plan
	subscription status nationality religion height weight size budget goal pronouns salary rent role title tongue
`);
