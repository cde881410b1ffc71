import { LIGHT } from "./lexicon/kinds.ts";
import { matchTokens } from "./match-tokens.ts";
import { readStatement } from "./read-statement.ts";
import type { Statement } from "./statement.ts";

/** A statement to merge with another one. */
export interface Worded {
	content: string;
	/** 0–1. */
	importance: number;
	/** 0–1. */
	confidence: number;
	/** When it was said, in milliseconds since 1970. */
	at: number;
}

/** Names that could be anyone's; a statement without one is clearer. */
const VAGUE =
	/\b(he|she|they|him|them|his|her|their|it|its|this|that|someone|something|somebody|stuff|things?)\b/gi;

/**
 * Chooses the wording when two statements that mean the same are merged:
 *
 * 1. the more specific one, which has more words that the other lacks (a year, a name, a reason);
 * 2. then the clearer one, with fewer words such as "it" and "they"; then the surer; then the shorter;
 * 3. then the newer; then, so that order does not matter, the one that sorts first.
 *
 * Importance is not considered: it says how much a fact matters, not how well it is worded.
 */
export function chooseWording(a: Worded, b: Worded): string {
	return (prefersFirst(a, b) ? a : b).content;
}

function prefersFirst(a: Worded, b: Worded): boolean {
	const left = readStatement(a.content);
	const right = readStatement(b.content);
	const [moreA, moreB] = extras(left, right);
	if (moreA !== moreB) return moreA > moreB;
	const vague = count(a.content) - count(b.content);
	if (vague !== 0) return vague < 0;
	if (a.confidence !== b.confidence) return a.confidence > b.confidence;
	if (a.content.length !== b.content.length) return a.content.length < b.content.length;
	if (a.at !== b.at) return a.at > b.at;
	return a.content <= b.content;
}

/** How many words each says that the other does not. Without a lexicon for the language, length speaks for itself. */
function extras(a: Statement, b: Statement): [number, number] {
	if (!a.english || !b.english) return [a.plain.split(" ").length, b.plain.split(" ").length];
	const { onlyA, onlyB } = matchTokens(a, b);
	const telling = (tokens: typeof onlyA): number => tokens.filter((t) => !LIGHT.has(t.key)).length;
	return [telling(onlyA), telling(onlyB)];
}

const count = (text: string): number => text.match(VAGUE)?.length ?? 0;
