import type { FactSource } from "../../store/ports/index.ts";

/*
 * How two facts become one:
 *
 * - sources are united;
 * - importance is the greater of the two: saying something twice does not make it matter less;
 * - confidence grows, as two witnesses are surer than one: 1 − (1 − a)(1 − b), and never reaches certainty;
 * - the wording is the more specific one (facts/compare/choose-wording.ts).
 */

const MOST_CONFIDENT = 0.99;

export function combineConfidence(a: number, b: number): number {
	// What somebody was certain of stays so.
	return Math.max(a, b, Math.min(MOST_CONFIDENT, 1 - (1 - a) * (1 - b)));
}

export const combineImportance = (a: number, b: number): number => Math.max(a, b);

const keyOf = ({ uid, offset }: FactSource): string => `${uid} ${offset}`;

/** The sources of `added` that are not among `known`. */
export function newSources(known: readonly FactSource[], added: readonly FactSource[]): FactSource[] {
	const seen = new Set(known.map(keyOf));
	return added.filter((source) => !seen.has(keyOf(source)));
}
