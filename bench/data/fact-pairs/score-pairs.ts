import type { FactPair, Label } from "./read-pairs.ts";

export interface Score {
	precision: number;
	recall: number;
	/** Pairs that were given the relation and have another. */
	wrong: FactPair[];
	/** Pairs that have the relation and were not given it. */
	missed: FactPair[];
}

/** How well `judge` finds one relation. "related" counts as neither same nor contradicting. */
export function scorePairs(
	pairs: readonly FactPair[],
	wanted: Label,
	judge: (pair: FactPair) => string,
): Score {
	const given = pairs.filter((pair) => judge(pair) === wanted);
	const have = pairs.filter((pair) => pair.label === wanted);
	const right = given.filter((pair) => pair.label === wanted);
	return {
		precision: given.length === 0 ? 1 : right.length / given.length,
		recall: have.length === 0 ? 1 : right.length / have.length,
		wrong: given.filter((pair) => pair.label !== wanted),
		missed: have.filter((pair) => !right.includes(pair)),
	};
}
