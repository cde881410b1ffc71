import type { FactView } from "../index/fact-view.ts";
import { keepBest } from "./best.ts";
import { nearDate, ON_DATE, type Span, spansOf } from "./near-date.ts";
import { findOccurrences } from "./occurrences.ts";
import type { Query } from "./query.ts";
import type { WeighedTerm } from "./weigh-terms.ts";

/**
 * How many facts are measured in full because of their words, and how many because of their meaning; at
 * least twice the number of hits.
 */
export const CANDIDATES = 60;

const DAY = 86_400_000;
/** How many years back a date without a year is searched. */
const YEARS = 30;
const firstYear = (now: number): number => now - YEARS * 365 * DAY;

/** The periods that a query names. */
export const factSpans = (query: Query, now: number): Span[] => [
	...spansOf(query.dates, firstYear(now), now),
	...query.times,
];

export type IsOpen = (row: number) => boolean;

/** Whether the fact of a row exists, is still true and may be a hit. */
export const isOpenAt =
	({ columns }: FactView, now: number, accept?: (id: number) => boolean): IsOpen =>
	(row) =>
		columns.alive[row] === 1 &&
		(columns.validTo[row] as number) > now &&
		(accept === undefined || accept(columns.id[row] as number));

export function bestByWords(
	{ docs, found, sums }: { docs: Int32Array; found: number; sums: Float32Array },
	isOpen: IsOpen,
	limit: number,
): number[] {
	const best = keepBest(limit);
	let bar = best.bar;
	for (let i = 0; i < found; i++) {
		const row = docs[i] as number;
		const sum = sums[row] as number;
		if (sum <= bar || !isOpen(row)) continue;
		best.offer(row, sum);
		bar = best.bar;
	}
	return best.take();
}

export function bestByMeaning(cosines: Float32Array, rows: number, isOpen: IsOpen, limit: number): number[] {
	const best = keepBest(limit);
	let bar = 0;
	for (let row = 0; row < rows; row++) {
		const cosine = cosines[row] as number;
		if (cosine <= bar || !isOpen(row)) continue;
		best.offer(row, cosine);
		bar = Math.max(0, best.bar);
	}
	return best.take();
}

/** The newest facts of the periods that a query names, whatever their words. */
export function saidOn(
	{ rows, columns: { at } }: FactView,
	spans: readonly Span[],
	isOpen: IsOpen,
	limit: number,
): number[] {
	if (spans.length === 0) return [];
	const newest = keepBest(limit);
	for (let row = 0; row < rows; row++) {
		if (nearDate(at[row] as number, spans) >= ON_DATE && isOpen(row)) newest.offer(row, at[row] as number);
	}
	return newest.take();
}

/**
 * The ids of the facts that are measured because of their words, and because of the periods that the query names.
 * Needs no vectors.
 */
export function candidatesWithoutVectors(
	view: FactView,
	terms: readonly WeighedTerm[],
	{ spans, now, limit }: { spans: readonly Span[]; now: number; limit: number },
): number[] {
	const isOpen = isOpenAt(view, now);
	const occurrences = findOccurrences(view.postings, view.rows, terms);
	try {
		const chosen = new Set(bestByWords(occurrences, isOpen, limit));
		for (const row of saidOn(view, spans, isOpen, limit)) chosen.add(row);
		return [...chosen].map((row) => view.columns.id[row] as number);
	} finally {
		occurrences.release();
	}
}
