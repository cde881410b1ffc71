import type { Clash } from "./check-structure.ts";
import type { Comparison } from "./comparison.ts";
import {
	MANY_VALUED,
	OCCASIONS,
	ONCE,
	PERSONS,
	SCOPES,
	SINGLE_ATTRIBUTES,
	TIMED_HABITS,
} from "./lexicon/kinds.ts";
import { NUMBERED } from "./lexicon/numbers.ts";
import { areOppositeStates, areRivalChoices, areRivalVerbs } from "./lexicon/opposites.ts";
import { wordSet } from "./lexicon/words.ts";
import type { Match } from "./match-tokens.ts";
import type { Kind, Statement, Token } from "./statement.ts";

const DATES: ReadonlySet<Kind> = new Set(["day", "month", "year", "weekday", "time"]);
const PERIODS = wordSet("hour day night week month year");
const FREQUENCY = wordSet(
	"always usually often sometimes constantly per week day month year time every morning evening night fluent well",
);
/** A whole and its parts: having none of the first rules out having one of the others. */
const PARTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
	["child", wordSet("child son daughter baby twin")],
	[
		"pet",
		wordSet(
			"pet dog cat hamster rabbit parrot horse bird fish goldfish turtle snake lizard ferret budgie canary",
		),
	],
	["sibling", wordSet("sibling sister brother")],
	["car", wordSet("car")],
	["meat", wordSet("meat chicken beef pork steak lamb bacon sausage ham turkey veal brisket")],
]);

const found = (reason: string, confidence: number): Comparison => ({
	relation: "contradicts",
	confidence,
	reason,
});

/** Whether two statements cannot both be true, determined from the words that they share and those that differ. */
export function findContradiction(
	a: Statement,
	b: Statement,
	match: Match,
	clash: Clash,
): Comparison | undefined {
	if (a.negated !== b.negated) return denies(a, b, match, clash);
	const { onlyA, onlyB } = match;
	if (
		onlyA.length === 1 &&
		onlyB.length === 1 &&
		isBeforeAndAfter(onlyA[0], onlyB[0]) &&
		isPlain(a) &&
		isPlain(b)
	)
		return found("before against after", 0.75);
	if (clash === "" && (isSeldom(onlyA, onlyB) || isSeldom(onlyB, onlyA)) && isPlain(a) && isPlain(b))
		return found("seldom against often", 0.75);
	if (!samePlace(match, clash)) return undefined;
	if (onlyA.length === 0 || onlyB.length === 0) return undefined;
	const [x] = onlyA;
	const [y] = onlyB;
	if (x === undefined || y === undefined) return undefined;
	if (onlyA.every(isDate) && onlyB.every(isDate)) return anotherDate(a, b, match);
	if (onlyA.length > 1 || onlyB.length > 1) return undefined;
	if (x.kind === "number" && y.kind === "number") return anotherNumber(a, b, x, y);
	if (x.kind === "ordinal" && y.kind === "ordinal" && x.predicate && isState(a, b))
		return found("another rank", 0.75);
	if (isPeriodOf(a, x) && isPeriodOf(b, y) && isState(a, b)) return found("another period", 0.75);
	if (x.key === a.verb || y.key === b.verb) {
		if (areRivalVerbs(x.key, y.key)) return found("opposites", 0.8);
	} else if (areOppositeStates(x.key, y.key) && isPredicate(a, x) && isPredicate(b, y))
		return found("opposites", 0.8);
	if (a.verb === "prefer" && b.verb === "prefer" && areRivalChoices(x.key, y.key))
		return found("another preference", 0.8);
	return undefined;
}

const OFTEN = wordSet("always often usually constantly per day every week");
/** "rarely exercises" and "exercises daily". */
const isSeldom = (few: Token[], many: Token[]): boolean =>
	few.length === 1 && few[0]?.key === "rarely" && many.length > 0 && many.every((t) => OFTEN.has(t.key));

const isBeforeAndAfter = (x?: Token, y?: Token): boolean =>
	(x?.key === "before" && y?.key === "after") || (x?.key === "after" && y?.key === "before");
const isPlain = (s: Statement): boolean => !s.negated && s.modals.length === 0;
const isDate = (t: Token): boolean => DATES.has(t.kind);
const isState = (a: Statement, b: Statement): boolean =>
	a.tense !== "past" && b.tense !== "past" && a.modals.length === 0 && b.modals.length === 0;

/** One statement denies the other. The affirmative one may add a time. */
function denies(a: Statement, b: Statement, match: Match, clash: Clash): Comparison | undefined {
	// A person who likes a thing with milk may also like it without.
	if (a.verb === "like" && match.pairs.every(([x, y]) => x.negated === y.negated || x.preposition === "with"))
		return undefined;
	const [no, yes] = a.negated ? [a, b] : [b, a];
	const onlyNo = a.negated ? match.onlyA : match.onlyB;
	const onlyYes = a.negated ? match.onlyB : match.onlyA;
	if (onlyNo.length === 0 && onlyYes.every((t) => isDate(t) || FREQUENCY.has(t.key))) {
		if (clash === "negation" || clash === "verb")
			return found("one denies the other", onlyYes.length === 0 ? 0.9 : 0.75);
		return undefined;
	}
	if (clash !== "negation" && clash !== "verb" && clash !== "counts") return undefined;
	if (yes.modals.length > 0 || no.modals.length > 0 || yes.tense === "past") return undefined;
	return noneAgainstSome(no, yes, onlyNo, onlyYes);
}

/**
 * "has no children" and "has a daughter"; "has no allergies" and "is allergic to nuts"; "is unemployed" and "works
 * at Acme".
 */
function noneAgainstSome(
	no: Statement,
	yes: Statement,
	onlyNo: Token[],
	onlyYes: Token[],
): Comparison | undefined {
	const [denied] = no.tokens.filter((t) => t.negated && !["have", "own", "be", "eat"].includes(t.key));
	if (denied === undefined || no.tokens.filter((t) => t.negated && t.kind !== "word").length > 0)
		return undefined;
	const plain = no.bareSubject && no.tokens.length <= 3;
	if (!plain || !yes.bareSubject) return undefined;
	const has = (parts: ReadonlySet<string>): boolean =>
		yes.tokens.some((t) => t.predicate && parts.has(t.key));
	const parts = PARTS.get(denied.key);
	const eats = no.verb === "eat" && eatsIt(yes);
	if (
		parts !== undefined &&
		(eats || yes.verb === "have" || yes.verb === "own") &&
		has(parts) &&
		onlyNo.length <= 1
	)
		return found(`none against some: ${denied.key}`, 0.8);
	if (denied.key === "allergy" && onlyNo.length === 0 && onlyYes.length > 0)
		return found("none against some: allergy", 0.8);
	if (denied.key === "employ" && (yes.frame?.slot === "employer" || yes.frame?.slot === "profession"))
		return found("unemployed against employed", 0.8);
	return undefined;
}

/** A person who loves lambs need not eat them, and a vegan sausage is no meat. */
function eatsIt(s: Statement): boolean {
	if (/\b(vegan|vegetarian|veggie|plant|tofu|soy)\b/.test(s.line)) return false;
	if (s.verb === "eat") return true;
	return s.verb === "like" && /\b(eat|meat|steak|bacon|sausage|ham|beef|pork|brisket|veal)\b/.test(s.line);
}

/** The same words in the same parts, up to the words that differ. */
function samePlace(match: Match, clash: Clash): boolean {
	if (clash !== "" && clash !== "counts") return false;
	return (
		match.pairs.length > 0 &&
		![...match.onlyA, ...match.onlyB].some((t) => SCOPES.has(t.key) && t.key !== "always")
	);
}

function anotherDate(a: Statement, b: Statement, match: Match): Comparison | undefined {
	const { onlyA, onlyB, pairs } = match;
	const kinds = (tokens: Token[]): string => [...new Set(tokens.map((t) => t.kind))].sort().join();
	if (kinds(onlyA) !== kinds(onlyB) || [...onlyA, ...onlyB].some((t) => t.key.startsWith("every-")))
		return undefined;
	const shared = pairs.map(([t]) => t);
	if (a.modals.length > 0 || b.modals.length > 0) return undefined;
	if (shared.some((t) => ONCE.has(t.key))) return found("another date", 0.8);
	if (a.tense === "past" || b.tense === "past") return undefined;
	const occasion = shared.some((t) => !t.predicate && OCCASIONS.has(t.key));
	const habit = onlyA.every((t) => t.kind === "time") && shared.some((t) => TIMED_HABITS.has(t.key));
	const machine = habitOfThing(a) && onlyA.every((t) => t.kind === "time");
	const arrival = shared.some((t) => t.key === a.verb && (t.key === "arrive" || t.key === "depart"));
	return occasion || habit || machine || arrival ? found("another time", 0.8) : undefined;
}

/** "The backup runs at two": what no person does has one time. */
const habitOfThing = (s: Statement): boolean =>
	s.verb !== "" && !s.tokens.some((t) => !t.predicate && (t.kind === "name" || PERSONS.has(t.key)));

function anotherNumber(a: Statement, b: Statement, x: Token, y: Token): Comparison | undefined {
	if (!isState(a, b) || !x.predicate || !y.predicate) return undefined;
	const before = a.tokens[a.tokens.indexOf(x) - 1];
	if (before === undefined) return undefined;
	if (NUMBERED.has(before.key)) return undefined;
	// A son of three, and two sons.
	if ((before.key === "age") !== (b.tokens[b.tokens.indexOf(y) - 1]?.key === "age")) return undefined;
	const after = a.tokens[a.tokens.indexOf(x) + 1];
	// "PostgreSQL 15": a version. Somebody may own two of a kind, but what runs is one of them.
	if (before.kind === "name") {
		const one = a.verb === "be" || a.verb === "run" || a.verb === "use";
		return one ? found("another version", 0.75) : undefined;
	}
	if (after === undefined && MANY_VALUED.has(a.verb) && !SINGLE_ATTRIBUTES.has(before.key)) return undefined;
	return found("another number", 0.8);
}

/** "per month", "for two years": the word is the length of a time. */
function isPeriodOf(s: Statement, token: Token): boolean {
	const before = s.tokens[s.tokens.indexOf(token) - 1];
	return (
		PERIODS.has(token.key) &&
		before !== undefined &&
		(before.key === "per" || before.kind === "number") &&
		token.predicate
	);
}

/** Verbs before a word that describes the subject. */
const LINKING = new Set(["be", "have", "work", "remain", "stay", "feel", "get", "keep"]);

/**
 * It is what the statement says of its subject, not a detail of one thing among many the subject likes, buys or
 * visits.
 */
function isPredicate(s: Statement, token: Token): boolean {
	if (token.key === "always" || token.key === "never") return true;
	if (!LINKING.has(s.verb)) return false;
	return (
		token.predicate &&
		s.tense !== "past" &&
		!MANY_VALUED.has(s.verb) &&
		s.modals.length === 0 &&
		(token.kind === "word" || token.kind === "name")
	);
}
