import { PERSONS, PETS } from "./lexicon/kinds.ts";
import type { Statement, Token } from "./statement.ts";

/**
 * Whether two statements of the same words speak of another subject: the user, or somebody or something of the user's.
 * "The user is afraid of dogs" and "the user's dog is afraid".
 */
export function changesSubject(a: Statement, b: Statement): boolean {
	if (hasOneWho(a, b) || hasOneWho(b, a)) return true;
	if (!a.bareSubject && !b.bareSubject) return tradesPlaces(a, b);
	if (a.bareSubject === b.bareSubject) return false;
	const [bare, owned] = a.bareSubject ? [a, b] : [b, a];
	const head = headOf(owned);
	if (head === undefined || !(PERSONS.has(head.key) || PETS.has(head.key)) || head.key === "user")
		return false;
	if (bare.verb === "have" && owned.verb === "have") return true;
	return bare.verb === "be" && owned.verb === "be" && tells(bare, head.key);
}

/** "has a brother who lives in Rome" and "lives in Rome with a brother". */
const hasOneWho = (a: Statement, b: Statement): boolean =>
	a.verb === "have" && / who /.test(a.line) && !/ who /.test(b.line);

/** The word the subject ends in: "dog" in "the user's dog is afraid". */
const headOf = (s: Statement): Token | undefined =>
	s.tokens.filter((t) => !t.predicate && t.kind === "word").at(-1);

/** It is said of the subject, and not that it is the user's: "Maria is the user's sister" names one. */
const tells = (s: Statement, key: string): boolean =>
	s.tokens.some((t) => t.predicate && t.key === key) && !s.tokens.some((t) => t.predicate && t.owns);

/** "The user's father is a teacher" and "the user's teacher is a father". */
function tradesPlaces(a: Statement, b: Statement): boolean {
	const [left, right] = [headOf(a), headOf(b)];
	if (left === undefined || right === undefined || left.key === right.key) return false;
	return a.verb === "be" && b.verb === "be" && tells(a, right.key) && tells(b, left.key);
}
