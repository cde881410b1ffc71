import type { FactSource } from "../../store/ports/index.ts";

/*
 * How two facts are merged:
 *
 * - sources: those of both facts;
 * - importance: the higher of the two, because a repeated statement does not matter less;
 * - confidence: 1 − (1 − a)(1 − b), because two sources are more certain than one, but at most 0.99;
 * - wording: the more specific one (facts/compare/choose-wording.ts).
 */

const MOST_CONFIDENT = 0.99;

export function combineConfidence(a: number, b: number): number {
	// A confidence above the maximum stays as it was.
	return Math.max(a, b, Math.min(MOST_CONFIDENT, 1 - (1 - a) * (1 - b)));
}

export const combineImportance = (a: number, b: number): number => Math.max(a, b);

const keyOf = ({ uid, offset }: FactSource): string => `${uid} ${offset}`;

/** The sources in `added` that are not in `known`. */
export function newSources(known: readonly FactSource[], added: readonly FactSource[]): FactSource[] {
	const seen = new Set(known.map(keyOf));
	return added.filter((source) => !seen.has(keyOf(source)));
}
