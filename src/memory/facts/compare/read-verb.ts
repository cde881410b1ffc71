import { FILLERS, NEGATIONS, PAST_AUXILIARIES } from "./lexicon/function-words.ts";
import { SCOPES, STATE_PARTICIPLES, VERBS } from "./lexicon/kinds.ts";
import type { Item, Tense } from "./statement.ts";

/** Where the first verb is; -1 if none is known. What follows "'s" is a noun, whatever it looks like. */
export function findVerb(items: Item[]): number {
	const subject = items[0];
	const second = items[1];
	if (subject?.key === "user" || subject?.key === "customer") {
		const start = items.findIndex((i, at) => at > 0 && !isAdverb(i));
		// The word after a bare subject is the verb, known or not.
		if (second?.key !== "'s" && items[start]?.kind === "word" && !FILLERS.has(items[start]?.word ?? ""))
			return start;
	}
	return items.findIndex((item, at) => {
		if (item.kind !== "word") return false;
		// "Likes tea": the user is left out.
		if (at === 0 && item.head)
			return VERBS.has(item.key) && item.word.endsWith("s") && items[1]?.key !== "'s";
		const owned = items[at - 1]?.key === "'s";
		if (item.key === "be" || item.key === "will") return true;
		if (owned || (item.ongoing && items[at - 1]?.key !== "be")) return false;
		if (VERBS.has(item.key)) return !isNoun(item, items, at);
		return item.past && at > 0;
	});
}

const isAdverb = (item: Item): boolean =>
	item.kind === "word" &&
	(/..ly$/.test(item.word) || SCOPES.has(item.key) || ADVERBS.has(item.word) || NEGATIONS.has(item.key));
const ADVERBS = new Set(["also", "still", "now", "just", "already", "once", "formerly", "really"]);

/** "The user's work phone is", "the order plan is": a verb in plain form right before another verb is no verb. */
function isNoun(item: Item, items: Item[], at: number): boolean {
	if (item.past || item.word !== item.key) return false;
	const next = items[at + 1];
	return next !== undefined && (next.key === "be" || next.key === "'s") && item.key !== "have";
}

const HELPERS = new Set([
	"be",
	"have",
	"do",
	"will",
	"can",
	"must",
	"should",
	"would",
	"maybe",
	"want",
	"intend",
]);

/** The verb after its auxiliaries: "hire" in "was hired", "work" in "has been working". */
export function findAction(items: Item[], verb: number): string {
	let action = items[verb]?.key ?? "";
	for (let at = verb + 1; at > 0 && at < items.length && HELPERS.has(action); at++) {
		const item = items[at] as Item;
		if (FILLERS.has(item.word) && !VERBS.has(item.key)) continue;
		if (NEGATIONS.has(item.key)) continue;
		if (item.kind !== "word" || !(item.past || item.ongoing || VERBS.has(item.key))) break;
		action = item.key;
	}
	return action;
}

const UNCHANGED = new Set([
	"quit",
	"cut",
	"put",
	"set",
	"hit",
	"hurt",
	"shut",
	"let",
	"cost",
	"read",
	"split",
	"spread",
	"bet",
]);

/** "has run": written as in the present. */
const SAME_PARTICIPLE = new Set([
	"run",
	"come",
	"become",
	"overcome",
	"quit",
	"put",
	"set",
	"cut",
	"hit",
	"read",
	"let",
]);

/** The time the first verb speaks of. */
export function readTense(items: Item[], verb: number): Tense {
	if (items.some((i) => i.kind === "word" && (i.key === "will" || i.word === "shall"))) return "future";
	if (items.some((i) => i.key === "formerly")) return "past";
	const main = items[verb];
	if (main === undefined) return "present";
	const rest = items
		.slice(verb + 1)
		.filter((i) => i.word === "been" || !(FILLERS.has(i.word) || NEGATIONS.has(i.key)));
	const next = rest[0];
	// "has been suspended" is how things are.
	if (
		main.key === "have" &&
		next?.word === "been" &&
		rest[1]?.past === true &&
		STATE_PARTICIPLES.has(rest[1].key)
	)
		return "present";
	if (
		(main.word === "has" || main.word === "have") &&
		(next?.past === true || next?.word === "been" || SAME_PARTICIPLE.has(next?.word ?? ""))
	)
		return "perfect";
	// "the user quit": a third person of today would quit with an s.
	if (UNCHANGED.has(main.word) && verb > 0 && items[0]?.word !== "i") return "past";
	if (PAST_AUXILIARIES.has(main.word) || (main.past && main.key !== "be")) return "past";
	return "present";
}
