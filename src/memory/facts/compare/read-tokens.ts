import {
	CLAUSE_BORDERS,
	FILLERS,
	LOOSE_PREPOSITIONS,
	NEGATIONS,
	STRICT_PREPOSITIONS,
} from "./lexicon/function-words.ts";
import { PERSONS, STATE_PARTICIPLES } from "./lexicon/kinds.ts";
import type { Item, Token } from "./statement.ts";

const BEYOND = new Set(["than", "instead"]);

/** The words that carry meaning, each with its part: negated or not, whose, acting or acted on. */
export function readTokens(items: Item[], verb: number): Token[] {
	const tokens: Token[] = [];
	const passive = isPassive(items, verb);
	let negated = false;
	let beyond = false;
	let preposition = "";
	let owner = "";
	let agent = false;
	items.forEach((item, at) => {
		const { key, kind } = item;
		const next = items[at + 1];
		if (kind === "word" && NEGATIONS.has(key)) {
			negated = !negated;
			if (key === "without") preposition = "with";
			return;
		}
		if (kind === "word" && CLAUSE_BORDERS.has(key)) negated = false;
		if (kind === "word" && BEYOND.has(key)) beyond = true;
		if (key === "'s") return;
		if (kind === "word" && (key === "be" || at === verb)) owner = "";
		if (kind === "word" && (LOOSE_PREPOSITIONS.has(key) || STRICT_PREPOSITIONS.has(key))) {
			preposition = key;
			owner = key === "of" ? owner : "";
			agent = key === "by" && passive;
			if (agent) preposition = "";
			if (key === "with" || key === "about" || key === "by" || LOOSE_PREPOSITIONS.has(key)) return;
		} else if (kind === "word" && (isFiller(item) || (negated && key === "any"))) return;
		const left = verb >= 0 && at < verb;
		const token: Token = {
			...item,
			negated,
			preposition: STRICT_PREPOSITIONS.has(key) ? "" : preposition,
			owner,
			owns: next?.key === "'s",
			// "When in Tokyo, the user …": what a preposition leads in is not the subject.
			acting: passive ? agent : left && (preposition === "" || preposition === "of"),
			predicate: !left,
			beyond,
		};
		tokens.push(token);
		if (!STRICT_PREPOSITIONS.has(key) && (kind !== "name" || next?.kind !== "name")) preposition = "";
		if (token.owns && key !== "user" && key !== "customer" && isPerson(item)) owner = key;
		// "the brother of Anna" is Anna's.
		if (items[at - 1]?.key === "of" && isPerson(item) && key !== "user") giveOwner(tokens, key);
	});
	return tokens;
}

const isPerson = (item: Item): boolean => item.kind === "name" || PERSONS.has(item.key) || item.head;

function giveOwner(tokens: Token[], owner: string): void {
	const owned = tokens.at(-2);
	if (owned === undefined || !PERSONS.has(owned.key)) return;
	owned.owner = owner;
	const last = tokens.at(-1);
	if (last !== undefined) last.owns = true;
}

/** "will" and "can" were read with the tense; "be" and "have" stay, for they may be all the verb there is. */
function isFiller(item: Item): boolean {
	if (item.key === "be" || item.key === "have") return false;
	return FILLERS.has(item.word) || FILLERS.has(item.key) || item.key === "will" || item.key === "but";
}

/** "was hired by": a form of be, then a past form. States such as "is married" do not count. */
function isPassive(items: Item[], verb: number): boolean {
	const auxiliary = items[verb]?.key ?? "";
	if (!["be", "have", "get"].includes(auxiliary)) return false;
	for (let at = verb + 1; at < items.length && at <= verb + 4; at++) {
		const item = items[at] as Item;
		if (item.key === "be" || NEGATIONS.has(item.key) || FILLERS.has(item.word) || item.word.endsWith("ly"))
			continue;
		const be = items.slice(verb, at).some((i) => i.key === "be" || i.key === "get");
		return be && item.past && !(STATE_PARTICIPLES.has(item.key) && items[at + 1]?.key !== "by");
	}
	return false;
}
