import type { Comparison } from "./comparison.ts";
import { words } from "./lexicon/words.ts";
import type { Statement } from "./statement.ts";

/** Two ways of life that one person does not lead at once: all words of a side must stand in a statement. */
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
live alone | live with
retire | work full-time
retire | work at
student | retire
single | have wife
single | have husband
single | have girlfriend
single | have boyfriend
single | be spouse
`
	.trim()
	.split("\n")
	.map((line) => line.split(" | ").map(words));

/** Most of these say little else; a longer statement may be about more than one thing. */
const MOST_WORDS = 8;

/** Whether what two statements say of the same subject excludes each other. */
export function findExclusion(a: Statement, b: Statement): Comparison | undefined {
	if (!isPlain(a) || !isPlain(b) || subjectOf(a) !== subjectOf(b)) return undefined;
	const left = a.line.split(" ");
	const right = b.line.split(" ");
	const hit = EXCLUSIONS.some(([x = [], y = []]) => {
		const has = (line: string[], side: string[]): boolean => side.every((word) => line.includes(word));
		return (has(left, x) && has(right, y)) || (has(left, y) && has(right, x));
	});
	return hit ? { relation: "contradicts", confidence: 0.75, reason: "one excludes the other" } : undefined;
}

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
