import type { ScoreParts } from "holdfast";

/** From where to where the bars of one list go: the same for each, so that they can be compared. */
export interface ScoreScale {
	/** 0 or less. */
	low: number;
	high: number;
}

/** In which order parts are told. */
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

/** Parts that are too small to be seen in a number of three places. */
const LEAST = 0.0005;

/** The parts of a score that are worth telling. */
export const partsOf = (parts: ScoreParts): ScorePart[] =>
	ORDER.flatMap((name) => {
		const value = parts[name];
		return value === undefined || Math.abs(value) < LEAST ? [] : [{ name, value }];
	});

/** The scale on which all these scores fit. */
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
