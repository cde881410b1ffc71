import type { Comparison } from "./comparison.ts";
import { words } from "./lexicon/words.ts";
import type { Match } from "./match-tokens.ts";
import type { Statement, Token } from "./statement.ts";

/** Two ways of life that exclude each other. A side matches if a statement contains all its words. */
const EXCLUSIONS = `
vegan | eat meat
vegan | eat chicken
vegan | eat beef
vegan | eat pork
vegan | eat steak
vegan | eat fish
vegan | eat egg
vegan | eat cheese
vegan | eat dairy
vegan | drink milk
vegan | like steak
vegan | like cheese
vegan | like bacon
live alone | live with
spouse | divorce
spouse | date
divorce | have wife
divorce | have husband
be single | date
retire | work full-time
student | retire
be single | have wife
be single | have husband
be single | have girlfriend
be single | have boyfriend
be single | be spouse
`
	.trim()
	.split("\n")
	.map((line) => line.split(" | ").map(words));

/** Most of these say little else; a longer statement may be about more than one thing. */
const MOST_WORDS = 8;

/** Ways of no longer being at a place of work. */
const LEAVING = new Set(["depart", "stop", "resign", "fire", "dismiss"]);

/** "works at Acme" and "left Acme"; "smokes" and "quit smoking". */
export function findEnding(a: Statement, b: Statement, match: Match): Comparison | undefined {
	return ends(a, b, match.onlyA, match.onlyB) ?? ends(b, a, match.onlyB, match.onlyA);
}

function ends(now: Statement, then: Statement, onlyNow: Token[], onlyThen: Token[]): Comparison | undefined {
	if (now.tense !== "present" || then.tense === "present" || then.tense === "future") return undefined;
	if (now.negated || then.negated || now.modals.length + then.modals.length > 0) return undefined;
	if (subjectOf(now) !== subjectOf(then)) return undefined;
	const [ending, ...others] = onlyThen.filter(
		(t) => t.kind !== "year" && t.kind !== "month" && t.key !== "job" && t.key !== "from",
	);
	if (ending === undefined || others.length > 0) return undefined;
	const stopped = ending.key === "stop" && onlyNow.length === 0;
	const left =
		LEAVING.has(ending.key) && now.frame?.slot === "employer" && onlyNow.every((t) => t.key === "work");
	return stopped || left
		? { relation: "contradicts", confidence: 0.7, reason: "it came to an end" }
		: undefined;
}

/** "prefers tea" and "prefers coffee to tea". */
export function findReversal(a: Statement, b: Statement): Comparison | undefined {
	return reverses(a, b) || reverses(b, a)
		? { relation: "contradicts", confidence: 0.8, reason: "the other is preferred" }
		: undefined;
}

function reverses(plain: Statement, compared: Statement): boolean {
	if (plain.verb !== "prefer" || compared.verb !== "prefer" || plain.negated || compared.negated)
		return false;
	if (plain.modals.length + compared.modals.length > 0 || subjectOf(plain) !== subjectOf(compared))
		return false;
	const chosen = (s: Statement, beyond: boolean): Token[] =>
		s.tokens.filter((t) => t.predicate && t.beyond === beyond && t.key !== "prefer" && t.key !== "than");
	const liked = chosen(plain, false);
	const left = chosen(compared, true);
	if (liked.length === 0 || liked.length !== left.length || plain.tokens.some((t) => t.beyond)) return false;
	const has = (list: Token[], key: string): boolean => list.some((t) => t.key === key);
	return liked.every((t) => has(left, t.key)) && !chosen(compared, false).every((t) => has(liked, t.key));
}

/** Whether what two statements say of the same subject excludes each other. */
export function findExclusion(a: Statement, b: Statement): Comparison | undefined {
	if (!isPlain(a) || !isPlain(b) || subjectOf(a) !== subjectOf(b)) return undefined;
	if (worksRetired(a, b) || worksRetired(b, a))
		return { relation: "contradicts", confidence: 0.75, reason: "retired against employed" };
	const left = a.line.split(" ");
	const right = b.line.split(" ");
	if (MEATLESS.test(a.line) || MEATLESS.test(b.line)) return undefined;
	const hit = EXCLUSIONS.some(([x = [], y = []]) => {
		const has = (line: string[], side: string[]): boolean => side.every((word) => line.includes(word));
		return (has(left, x) && has(right, y)) || (has(left, y) && has(right, x));
	});
	return hit ? { relation: "contradicts", confidence: 0.75, reason: "one excludes the other" } : undefined;
}

/** Oat milk and vegan cheese go with any diet. */
const MEATLESS =
	/\b(oat|soy|almond|coconut|rice|cashew|plant|tofu|veggie)\b|\bvegan (milk|cheese|egg|meat|steak|bacon|burger)\b/;

const worksRetired = (a: Statement, b: Statement): boolean =>
	a.frame?.slot === "employer" && / be retire$| have retire$/.test(b.line);

const isPlain = (s: Statement): boolean =>
	s.bareSubject &&
	!s.negated &&
	s.modals.length === 0 &&
	(s.tense === "present" || s.tense === "perfect") &&
	s.tokens.length <= MOST_WORDS;

const subjectOf = (s: Statement): string =>
	s.tokens
		.filter((t) => !t.predicate)
		.map((t) => t.key)
		.join(" ");
