import { LIGHT, OPTIONAL_WITH, PERSONS } from "./lexicon/kinds.ts";
import { areOnlyChoices } from "./lexicon/opposites.ts";
import { LOOSE_PAIRS } from "./lexicon/synonyms.ts";
import type { Statement, Token } from "./statement.ts";

/** The words two statements share, and what each says alone. */
export interface Match {
	pairs: [Token, Token][];
	onlyA: Token[];
	onlyB: Token[];
}

/** Pairs each word of one statement with a word of the other that says the same. */
export function matchTokens(a: Statement, b: Statement): Match {
	const pairs: [Token, Token][] = [];
	const free = [...b.tokens];
	const pairUp = (tokens: Token[], fits: (x: Token, y: Token) => boolean): Token[] =>
		tokens.filter((token) => {
			const at = findMatch(token, free, fits);
			const other = free[at];
			if (other === undefined) return true;
			pairs.push([token, other]);
			free.splice(at, 1);
			return false;
		});
	const onlyA = pairUp(pairUp(a.tokens, isSame), isLoose);
	return { pairs, onlyA: needed(onlyA, a, b), onlyB: needed(free, b, a) };
}

function findMatch(token: Token, free: Token[], fits: (x: Token, y: Token) => boolean): number {
	const exact = free.findIndex(
		(other) => fits(token, other) && token.owner === other.owner && token.beyond === other.beyond,
	);
	return exact >= 0 ? exact : free.findIndex((other) => fits(token, other));
}

function isSame(x: Token, y: Token): boolean {
	if (x.kind === "name" || y.kind === "name")
		return x.word === y.word || (x.key === y.key && x.kind === y.kind);
	return x.key === y.key;
}

/** Who has no car may drive all the same. */
const isLoose = (x: Token, y: Token): boolean =>
	!((x.negated || y.negated) && x.key !== y.key && (x.key === "drive" || y.key === "drive")) &&
	LOOSE_PAIRS.has(`${x.key} ${y.key}`);

/** Who likes drinking tea likes tea. */
const TAKEN = new Set(["eat", "drink", "listen", "play"]);

/** Leaves out what may be missing on one side without loss. */
function needed(tokens: Token[], own: Statement, other: Statement): Token[] {
	return tokens.filter((token) => {
		if (token.kind !== "word") return true;
		if (token.key === "name" && /\b(prefer|favorite) name\b/.test(own.line)) return true;
		if (LIGHT.has(token.key)) return false;
		if (token.key === "user") return !isImplied(token, other);
		if (token.key === "use" && own.line.includes(" as ")) return false;
		if (token.key === "work" && other.verb === "be" && own.line.includes(" as ")) return false;
		if (own.verb === "like" && TAKEN.has(token.key)) return false;
		// A shy person is shy.
		if (token.key === "person" && own.verb === "be" && own.tokens.at(-1) === token) return false;
		// Who prefers dark mode prefers it to light mode: there is nothing else to choose.
		if (own.verb === "prefer" && other.verb === "prefer" && token.beyond) {
			const chosen = own.tokens.filter((t) => t.predicate && !t.beyond);
			const refused = own.tokens.filter((t) => t.beyond && t.key !== "than");
			if (refused.some((t) => chosen.some((c) => areOnlyChoices(t.key, c.key)))) return false;
		}
		const beside = OPTIONAL_WITH.get(token.key);
		return beside === undefined || !own.tokens.some((t) => beside.includes(t.key));
	});
}

/** "Likes tea" and "the manager is Priya" speak of the user without saying so; "Tom likes tea" does not. */
function isImplied(user: Token, other: Statement): boolean {
	if (!user.owns && user.predicate) return false;
	const first = other.tokens[0];
	if (first === undefined) return false;
	if (user.owns) return !other.tokens.some((t) => t.owner !== "" || t.owns);
	return (
		first.predicate && !other.tokens.some((t) => t.kind === "name" && !t.predicate) && !PERSONS.has(first.key)
	);
}
