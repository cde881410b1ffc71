import { completeSubject, isTrait, writeOut } from "./complete-subject.ts";
import { ADVERB_FILLERS, ENGLISH_MARKS, FOREIGN_MARKS } from "./lexicon/function-words.ts";
import { MODALS, PERSONS, PETS, VERBS } from "./lexicon/kinds.ts";
import { SYNONYMS } from "./lexicon/synonyms.ts";
import { readFrame } from "./read-frames.ts";
import { readItems } from "./read-items.ts";
import { readTokens } from "./read-tokens.ts";
import { findAction, findVerb, readTense } from "./read-verb.ts";
import { rewriteClauses } from "./rewrite-clauses.ts";
import { rewritePhrases } from "./rewrite-phrases.ts";
import type { Item, Statement } from "./statement.ts";
import { undoInflection } from "./undo-inflection.ts";

/** Takes a statement apart, once; reading is most of the cost of comparing. */
export function readStatement(text: string): Statement {
	const plain = readPlain(text);
	const whole = writeOut(text);
	if (!isEnglish(whole === text ? plain : readPlain(whole))) return { ...EMPTY, plain };
	const items = rewritePhrases(completeSubject(readItems(whole)));
	const other = rewriteClauses(items);
	const statement = build(plain, addAge(items));
	return other === undefined ? statement : { ...statement, variant: build(plain, addAge(other)) };
}

function build(plain: string, items: Item[]): Statement {
	const verb = findVerb(items);
	const tokens = readTokens(items, verb);
	const base: Statement = {
		plain,
		english: true,
		tokens,
		line: items
			.filter((i) => i.kind !== "word" || !ADVERB_FILLERS.has(i.word))
			.map((i) => i.key)
			.join(" "),
		tense: readTense(items, verb),
		verb: items[verb]?.key ?? "",
		action: findAction(items, verb),
		bareSubject: isBare(items, verb),
		negated: tokens.some((t) => t.negated),
		modals: items.filter((i) => i.kind === "word" && MODALS.has(i.key)).map((i) => i.key),
		frame: undefined,
	};
	return { ...base, frame: readFrame(base) };
}

const EMPTY: Omit<Statement, "plain"> = {
	english: false,
	tokens: [],
	line: "",
	tense: "present",
	verb: "",
	action: "",
	bareSubject: false,
	negated: false,
	modals: [],
	frame: undefined,
};

/** Lower case, without punctuation; marks on letters and the signs of "C#", "A+" and "-5" stay, for they tell words apart. */
function readPlain(text: string): string {
	return text
		.normalize("NFKC")
		.toLowerCase()
		.replace(/[’‘´`]/g, "'")
		.replaceAll("ё", "е")
		.replace(/[^\p{L}\p{M}\p{N}\p{S}'@%/._#-]+/gu, " ")
		.replace(/(?<![\p{L}\p{N}])(?:[./_#']|-(?!\d))+|[./_']+(?![\p{L}\p{N}])/gu, "")
		.trim();
}

function isEnglish(plain: string): boolean {
	const ascii = /^[\x20-\x7e]*$/.test(plain);
	const letters = ascii ? "" : plain.replace(/[^\p{L}]/gu, "");
	const latin = letters.replace(/[^\p{Script=Latin}]/gu, "");
	if (latin.length * 2 < letters.length) return false;
	let english = 0;
	let foreign = 0;
	for (const word of plain.split(" ")) {
		const cut = word.includes("'");
		if (ENGLISH_MARKS.has(word) || (cut && /'(s|t|m|re|ve|ll)$/.test(word))) english++;
		if (FOREIGN_MARKS.has(word) || (cut && /^[ldjnsmc]'\p{L}/u.test(word))) foreign++;
	}
	if (english + foreign === 0)
		return plain.split(" ").some((word) => isVerb(undoInflection(word).key) || isTrait(word));
	return english > foreign || (english > 0 && english === foreign && /\b(the|user|user's)\b/.test(plain));
}

const isVerb = (key: string): boolean => VERBS.has(SYNONYMS.get(key) ?? key);

const ALIVE = new Set([...PERSONS, ...PETS]);

/** "is 34" at the end is an age. */
function addAge(items: Item[]): Item[] {
	const last = items.at(-1);
	const before = items.at(-2);
	if (last?.kind !== "number" || before?.key !== "be" || Number(last.key) > 120) return items;
	if (items[0]?.key !== "user" && !items.some((i) => PERSONS.has(i.key) || i.kind === "name")) return items;
	if (
		items.some((i) => i.key === "'s") &&
		!ALIVE.has(items.at(-3)?.key ?? "") &&
		items.at(-3)?.kind !== "name"
	)
		return items;
	return [...items.slice(0, -1), { ...last, word: "age", key: "age", kind: "word" }, last];
}

function isBare(items: Item[], verb: number): boolean {
	return verb > 0 && !items.slice(0, verb).some((i) => i.key === "'s");
}
