import { ALIASES_BY_FIRST } from "./lexicon/aliases.ts";
import { FILLERS } from "./lexicon/function-words.ts";
import { VERBS } from "./lexicon/kinds.ts";
import { PHRASES_BY_FIRST, type Phrase } from "./lexicon/phrases.ts";
import { SYNONYMS } from "./lexicon/synonyms.ts";
import type { Item } from "./statement.ts";

/** Puts one wording where several say the same: phrases first, then single words. */
export function rewritePhrases(items: Item[]): Item[] {
	const out: Item[] = [];
	const source = readFormerly(readAliases(items));
	for (let at = 0; at < source.length; ) {
		const phrase = findPhrase(source, at);
		if (phrase === undefined) {
			out.push(source[at] as Item);
			at++;
			continue;
		}
		const length = phrase.from.filter((part) => part !== "$").length;
		const matched = source.slice(at, at + length);
		const number = matched.find((i) => i.kind === "number");
		const past = isPast(source, at, matched, phrase);
		const ongoing = matched.some((i) => i.ongoing);
		phrase.to.forEach((key, place) => {
			// "was on a plant-based diet": behind "be" comes what somebody is, whatever form it was written in.
			const lent = phrase.to[0] === "be" ? matched[0]?.past === true && place === 0 : past;
			out.push(
				key === "#" && number !== undefined
					? number
					: {
							word: key,
							key,
							kind: /^\d+$/.test(key) ? "number" : /^\d+:/.test(key) ? "time" : "word",
							past: lent,
							ongoing,
							head: false,
						},
			);
		});
		at += length;
	}
	return readPreference(
		out.map((i) => (i.kind === "name" ? i : { ...i, key: SYNONYMS.get(i.key) ?? i.key })),
	);
}

/** "NYC" and "New York City" are one name. */
function readAliases(items: Item[]): Item[] {
	const out: Item[] = [];
	for (let at = 0; at < items.length; ) {
		const item = items[at] as Item;
		const alias = ALIASES_BY_FIRST.get(item.word)?.find(
			({ from }) =>
				from.every((part, i) => items[at + i]?.word === part) &&
				(item.kind === "name" || item.head || item.kind === "code"),
		);
		if (alias === undefined) out.push(item);
		else for (const word of alias.to) out.push({ ...item, word, key: word, kind: "name" });
		at += alias?.from.length ?? 1;
	}
	return out;
}

/** "is employed by" is no past, nor is "was diagnosed with" once it reads "has". */
function isPast(items: Item[], at: number, matched: Item[], phrase: Phrase): boolean {
	if (phrase.to[0] === "have" || phrase.from[0] === "know") return false;
	const be = matched.find((i) => i.key === "be");
	return be?.past ?? (matched.some((i) => i.past) && !isAfterBe(items, at));
}

function isAfterBe(items: Item[], at: number): boolean {
	let before = at - 1;
	while (before > 0 && FILLERS.has(items[before]?.word ?? "") && items[before]?.key !== "be") before--;
	return items[before]?.key === "be";
}

function findPhrase(items: Item[], at: number): Phrase | undefined {
	const first = items[at];
	if (first === undefined || first.kind === "name") return undefined;
	const start = first.kind === "number" ? "#" : first.key;
	return PHRASES_BY_FIRST.get(start)?.find(({ from }) => from.every((part, i) => fits(items, at + i, part)));
}

function fits(items: Item[], at: number, part: string): boolean {
	const here = items[at];
	if (part === "$") return here === undefined;
	if (here === undefined || here.kind === "name") return false;
	return part === "#" ? here.kind === "number" : here.key === part;
}

/** "used to smoke" is no longer so; "is used to smoke" is something else. "keeps restarting" goes on. */
function readFormerly(items: Item[]): Item[] {
	return items.flatMap((item, at) => {
		const next = items[at + 1];
		const used = item.word === "used" && next?.key === "to" && items[at - 1]?.key !== "be";
		if (used) return [{ ...item, key: "formerly", past: false }];
		if (isNaming(items, at)) return [{ ...item, key: "name", past: false }];
		if (item.key === "go" && next?.ongoing === true) return [];
		if (item.ongoing && (items[at - 1]?.key === "keep" || items[at - 1]?.key === "go"))
			return [{ ...item, ongoing: false }];
		if (item.key === "keep" && next?.ongoing === true) return [{ ...item, key: "constantly" }];
		// "has been to Asia" was there.
		if (item.word === "been" && next?.key === "to") return [{ ...item, word: "visited", key: "visit" }];
		// "is getting a dog" has none yet.
		if (item.ongoing && (item.key === "get" || item.key === "have"))
			return [{ ...item, word: "getting", key: "getting" }];
		// "is going to buy" is a plan, "is going to Iceland" a journey.
		if (item.key === "go" && next?.key === "to") {
			const goal = items[at + 2];
			if (goal?.kind === "name") {
				const taught = items.slice(at + 2, at + 6).some((i) => SCHOOLS.has(i.key));
				return [{ ...item, key: taught ? "attend" : "visit" }];
			}
			if (item.ongoing && goal !== undefined && goal.kind === "word")
				return [{ ...item, key: items[at - 1]?.past === true ? "formerly" : "will", ongoing: false }];
		}
		return [item];
	});
}

/** "a dog called Rex", unlike "the user called Rex". */
function isNaming(items: Item[], at: number): boolean {
	const item = items[at];
	const previous = items[at - 1];
	if (item?.past !== true || (item.key !== "call" && item.key !== "name") || items[at + 1]?.kind !== "name")
		return false;
	if (previous === undefined || previous.kind !== "word" || NOT_NAMED.has(previous.key)) return false;
	return items.slice(0, at - 1).some((i) => i.kind === "word" && VERBS.has(i.key));
}

const SCHOOLS = new Set(["university", "college", "school", "academy"]);

const NOT_NAMED = new Set([
	"user",
	"have",
	"be",
	"not",
	"never",
	"and",
	"who",
	"also",
	"then",
	"just",
	"already",
]);

/** "prefers tea to coffee", "prefers tea over coffee", "likes tea more than coffee" are one. */
function readPreference(items: Item[]): Item[] {
	const verb = items.findIndex((i) => i.key === "prefer" || i.key === "like");
	const start = items[verb];
	if (start === undefined) return items;
	if (start.key === "like") {
		const more = items.findIndex((i, at) => at > verb && i.key === "more" && items[at + 1]?.key === "than");
		const better = items.findIndex(
			(i, at) => at > verb && i.key === "better" && items[at + 1]?.key === "than",
		);
		const mark = Math.max(more, better);
		if (mark < 0) return items;
		return items.flatMap((i, at) => (at === verb ? [{ ...i, key: "prefer" }] : at === mark ? [] : [i]));
	}
	return items.map((i, at) => {
		const link = i.key === "to" || i.key === "over" || i.key === "instead";
		const inside =
			at > verb + 1 &&
			items[at + 1] !== undefined &&
			items[at + 1]?.key !== "be" &&
			items[at + 1]?.past !== true;
		return link && inside ? { ...i, key: "than" } : i;
	});
}
