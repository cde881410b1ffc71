import type { ScoreParts } from "holdfast";

/** The range of the bars of one list. All bars share it, so that they can be compared. */
export interface ScoreScale {
	/** 0 or less. */
	low: number;
	high: number;
}

/** The display order of the parts. */
const ORDER = [
	"keyword",
	"vector",
	"context",
	"session",
	"date",
	"speaker",
	"recency",
	"importance",
	"prior",
] as const satisfies readonly (keyof ScoreParts)[];

export interface ScorePart {
	name: string;
	value: number;
}

/** Smaller parts round to 0.000 and are not shown. */
const LEAST = 0.0005;

/** The parts of a score that are large enough to show. */
export const partsOf = (parts: ScoreParts): ScorePart[] =>
	ORDER.flatMap((name) => {
		const value = parts[name];
		return value === undefined || Math.abs(value) < LEAST ? [] : [{ name, value }];
	});

/** The scale that fits all these scores. */
export function scaleOf(scores: readonly ScoreParts[]): ScoreScale {
	let low = 0;
	let high = 0;
	for (const parts of scores) {
		let [under, over] = [0, 0];
		for (const { value } of partsOf(parts)) {
			if (value < 0) under += value;
			else over += value;
		}
		low = Math.min(low, under);
		high = Math.max(high, over);
	}
	return { low, high };
}
