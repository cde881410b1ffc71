import { changesSubject } from "./check-subject.ts";
import { LOOSE_PREPOSITIONS, STRICT_PREPOSITIONS } from "./lexicon/function-words.ts";
import { LIGHT, OCCASIONS, PERSONS, SCOPES, VERBS } from "./lexicon/kinds.ts";
import { PROFESSIONS } from "./lexicon/professions.ts";
import { wordSet } from "./lexicon/words.ts";
import type { Match } from "./match-tokens.ts";
import type { Statement, Tense, Token } from "./statement.ts";

/** Why two statements with the same words do not mean the same. Empty if they do. */
export type Clash =
	| ""
	| "negation"
	| "comparison"
	| "roles"
	| "owner"
	| "preposition"
	| "tense"
	| "modality"
	| "counts"
	| "verb";

/** "cannot" and "is not able to": on which side of the "not" these stand says nothing. */
const UNMARKED = new Set(["user", "can", "be", "have", "own", "do"]);
const ADJUNCT = new Set(["weekday", "month", "day", "year", "time"]);
/** Between equals: who is named first does not matter. */
const MUTUAL = new Set(["be", "have", "name", "marry", "meet", "spouse", "own", ""]);

/** Looks at who does what to whom, when and whether: what a bag of words cannot tell. */
export function findClash(a: Statement, b: Statement, match: Match): Clash {
	const { pairs } = match;
	if (pairs.some(([x, y]) => x.beyond !== y.beyond)) return "comparison";
	if (pairs.some(([x, y]) => x.owner !== y.owner && !LIGHT.has(x.key))) return "owner";
	if (pairs.some(([x, y]) => clashingPrepositions(x, y, !MUTUAL.has(a.action) && !MUTUAL.has(b.action))))
		return "preposition";
	// "works with a nurse" or "for a nurse", and "works as a nurse".
	if (pairs.some(([x, y]) => PROFESSIONS.has(x.key) && isBeside(x) !== isBeside(y))) return "preposition";
	if (exchanges(pairs)) return "roles";
	if (swapsRoles(a, b, pairs) || changesSubject(a, b)) return "roles";
	if (!sameTime(a, b)) return "tense";
	if (a.modals.join() !== b.modals.join() && [...a.modals].sort().join() !== [...b.modals].sort().join())
		return "modality";
	if (countsDiffer(a, b) || regroups(a, b, pairs)) return "counts";
	if (haveAgainstBe(a, b)) return "verb";
	if (a.negated !== b.negated) return "negation";
	if (pairs.some(([x, y]) => x.negated !== y.negated && !ADJUNCT.has(x.kind) && !UNMARKED.has(x.key)))
		return "negation";
	return "";
}

const BESIDE = new Set(["with", "at", "for"]);
const isBeside = (t: Token): boolean => BESIDE.has(t.preposition);

/** "sent Tom to Ann" and "sent Ann to Tom". */
function exchanges(pairs: [Token, Token][]): boolean {
	const names = pairs.filter(([x]) => isEntity(x));
	const goes = (from: 0 | 1): boolean =>
		names.some(
			(pair) => pair[from].preposition === "to" && pair[1 - from]?.preposition === "" && pair[0].predicate,
		);
	return goes(0) && goes(1);
}

/** They give a direction or an order in time, so they may not be missing on one side. */
const DIRECTED = new Set(["from", "against", "before", "after", "until", "since", "near"]);

/** "paid Anna" and "paid for Anna". */
const BENEFIT = new Set(["for", "about"]);

/** They tell with whom, about whom, for whom; "in", "at" and "on" often stand for each other. */
const SIDED = new Set(["with", "about", "by", "for", "to", "than"]);

function clashingPrepositions(x: Token, y: Token, active: boolean): boolean {
	const [p, q] = [x.preposition, y.preposition];
	if (p === q) return false;
	// "until 5 June" and "until June 5th": the preposition stands before one of the parts.
	if (ADJUNCT.has(x.kind) && (p === "" || q === "")) return false;
	if (DIRECTED.has(p) || DIRECTED.has(q)) return true;
	if (p === "" || q === "") {
		const one = p === "" ? q : p;
		// "paid with a card" and "paid the card", but a house with a garden has a garden.
		return one === "by" || (active && one === "with") || (isEntity(x) && BENEFIT.has(one));
	}
	return isEntity(x) ? SIDED.has(p) || SIDED.has(q) : SIDED.has(p) && SIDED.has(q);
}

const isEntity = (t: Token): boolean =>
	t.kind === "name" || PERSONS.has(t.key) || (t.head && isUnknown(t.key));

/** The first word of a statement has a capital anyway: it is a name if no list here knows it. */
const isUnknown = (key: string): boolean =>
	!(
		SCOPES.has(key) ||
		OCCASIONS.has(key) ||
		VERBS.has(key) ||
		STRICT_PREPOSITIONS.has(key) ||
		LOOSE_PREPOSITIONS.has(key) ||
		PLAIN.has(key)
	);
const PLAIN = wordSet(
	"order notification account production staging last next when if more less per please project backup",
);

function swapsRoles(a: Statement, b: Statement, pairs: [Token, Token][]): boolean {
	const entities = pairs.filter(([x, y]) => isEntity(x) || isEntity(y));
	const mutual = MUTUAL.has(a.action) && MUTUAL.has(b.action);
	if (!mutual && entities.some(([x, y]) => x.acting !== y.acting && !x.owns && !y.owns)) return true;
	const active = !MUTUAL.has(a.action) && !MUTUAL.has(b.action);
	if (active && has(a, "user") && has(b, "user") && userActs(a) !== userActs(b)) return true;
	// Without a verb of that kind, the order of names on one side tells giver from receiver.
	if (mutual || / and | or /.test(a.line)) return false;
	const after = entities.filter(([x, y]) => x.kind === "name" && !x.acting && !y.acting);
	return after.some(([x, y], at) =>
		after
			.slice(at + 1)
			.some(
				([, other]) =>
					other.preposition === y.preposition &&
					x.preposition === y.preposition &&
					b.tokens.indexOf(other) < b.tokens.indexOf(y),
			),
	);
}

const has = (s: Statement, key: string): boolean => s.tokens.some((t) => t.key === key);
/** The user acts, rather than somebody or something of the user's. */
const userActs = (s: Statement): boolean => s.tokens.some((t) => t.key === "user" && t.acting && !t.owns);
const isDated = (s: Statement): boolean =>
	s.tokens.some((t) => ADJUNCT.has(t.kind)) || / (next|tomorrow|tonight)\b/.test(s.line);

const CLOSE: Record<Tense, readonly Tense[]> = {
	past: ["past", "perfect"],
	perfect: ["past", "perfect"],
	present: ["present"],
	future: ["future"],
};

function sameTime(a: Statement, b: Statement): boolean {
	if (CLOSE[a.tense].includes(b.tense)) return true;
	const tenses = new Set([a.tense, b.tense]);
	// "is going to Iceland in June" is as much future as "will go".
	if (tenses.has("future") && tenses.has("present")) return isDated(a) && isDated(b);
	// "has retired" and "is retired".
	if (tenses.has("perfect") && tenses.has("present"))
		return /\b(retire|divorce|marry|since|fluent|subscribe|enroll|register)\b/.test(a.line);
	// "was born on" and "birthday is".
	return (
		tenses.has("past") &&
		tenses.has("present") &&
		/\b(birthday|birthplace|raise|from|found|founder)\b/.test(a.line)
	);
}

const COUNTED = new Set(["number", "day", "time", "ordinal"]);

/** Two cats and three dogs are not three cats and two dogs. */
function countsDiffer(a: Statement, b: Statement): boolean {
	const bound = (s: Statement): string[] =>
		s.tokens
			.flatMap((t, at) =>
				COUNTED.has(t.kind) ? [`${t.key} ${t.kind === "time" ? "" : (s.tokens[at + 1]?.key ?? "")}`] : [],
			)
			.sort();
	// Three daughters, and a daughter of three.
	if (has(a, "age") !== has(b, "age") && a.tokens.some((t) => t.kind === "number")) return true;
	const left = bound(a);
	const right = bound(b);
	return left.length > 1 && right.length > 1 && dayless(left) !== dayless(right);
}

/** A day may be before or after its month. The rest of a date is enough to compare. */
const dayless = (bound: string[]): string => bound.filter((b) => !b.startsWith("day-")).join();

const BORDER = / (?:and|or|but|while|when|because|whereas|though|although) /;

/** A red car and a blue bike are not a blue car and a red bike; nor may the halves of two clauses change partners. */
function regroups(a: Statement, b: Statement, pairs: [Token, Token][]): boolean {
	if (!BORDER.test(a.line) || !BORDER.test(b.line)) return false;
	const place = new Map(pairs.map(([x, y]) => [x, b.tokens.indexOf(y)]));
	const order = a.tokens.map((t) => place.get(t) ?? -1).filter((p) => p >= 0);
	if (order.every((p, at) => at === 0 || p > (order[at - 1] ?? 0))) return false;
	if (hasTwoVerbs(a) || hasTwoVerbs(b)) return clauses(a) !== clauses(b);
	return a.tokens.some((token, at) => {
		const next = a.tokens[at + 1];
		if (next === undefined || !token.predicate || token.kind !== "word" || next.kind !== "word") return false;
		if (!` ${a.line} `.includes(` ${token.key} ${next.key} `) || token.key === a.verb) return false;
		return !` ${b.line} `.includes(` ${token.key} ${next.key} `);
	});
}

const hasTwoVerbs = (s: Statement): boolean =>
	s.tokens.filter((t) => t.kind === "word" && VERBS.has(t.key) && !t.ongoing).length > 1;

/** What each clause says, whatever their order; who is spoken of may be left out of the second. */
function clauses(s: Statement): string {
	return s.line
		.split(BORDER)
		.map((clause) =>
			clause
				.split(" ")
				.filter((word) => word !== "user" && !LIGHT.has(word) && !LOOSE_PREPOSITIONS.has(word))
				.sort()
				.join(" "),
		)
		.sort()
		.join("|");
}

/** "The user is a manager" and "the user has a manager". */
function haveAgainstBe(a: Statement, b: Statement): boolean {
	if (!a.bareSubject || !b.bareSubject) return false;
	if ((a.action === "do") !== (b.action === "do") && MUTUAL.has(a.action === "do" ? b.action : a.action))
		return true;
	const verbs = [a.verb, b.verb];
	if (a.action === b.action || / have /.test(a.line) === / have /.test(b.line)) return false;
	if (!verbs.includes("be") || !verbs.includes("have")) return false;
	// "is married to Anna" and "has a wife Anna".
	if ([a, b].some((s) => / be spouse /.test(s.line))) return false;
	// "Maria is the user's sister" and "the user has a sister Maria".
	if ([a, b].some((s) => s.verb === "be" && s.tokens.some((t) => t.predicate && t.owns))) return false;
	const person = (s: Statement): boolean => s.tokens.some((t) => t.predicate && PERSONS.has(t.key));
	return person(a) && person(b);
}
