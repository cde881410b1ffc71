import { countOf, docOf, type Postings } from "../index/postings.ts";
import type { WeighedTerm } from "./weigh-terms.ts";

/** The value of the occurrences of a term in a document: 1 for one occurrence, never more than 1.5. */
export const saturated = (occurrences: number): number => (1.5 * occurrences) / (occurrences + 0.5);

/**
 * Where the terms of a query occur. All arrays are shared between searches: read them before the next
 * search starts.
 */
export interface Occurrences {
	terms: readonly WeighedTerm[];
	/** For each term, how often each document contains it. Near terms count in part. */
	of: readonly Float32Array[];
	/** Documents that contain any of the terms: the first `found` values of `docs`. */
	docs: Int32Array;
	found: number;
	/** For each document, the sum of the weights of its terms, each multiplied by `saturated(occurrences)`. */
	sums: Float32Array;
	/** Call this when you have read the results: the next search needs clean arrays. */
	release(): void;
}

/** The working memory of a search. Searches are synchronous, so the process needs only one. */
const scratch = {
	of: [] as Float32Array[],
	sums: new Float32Array(0),
	marks: new Uint32Array(0),
	mark: 0,
	docs: new Int32Array(0),
	postings: new Int32Array(0),
	touched: [] as Int32Array[],
};

function prepare(documents: number, terms: number): void {
	if (scratch.sums.length < documents) {
		const length = Math.ceil(documents * 1.25) + 64;
		scratch.sums = new Float32Array(length);
		scratch.marks = new Uint32Array(length);
		scratch.mark = 0;
		scratch.docs = new Int32Array(length);
		scratch.postings = new Int32Array(length);
		scratch.of = [];
		scratch.touched = [];
	}
	if (scratch.mark > 0xffff_0000) {
		scratch.marks.fill(0);
		scratch.mark = 0;
	}
	while (scratch.of.length < terms) {
		scratch.of.push(new Float32Array(scratch.sums.length));
		scratch.touched.push(new Int32Array(scratch.sums.length));
	}
}

/**
 * Called once for each term, with the index of the term and its own postings, without those of its near
 * terms.
 */
export type VisitPostings = (term: number, postings: Int32Array, count: number) => void;

export interface OccurrenceOptions {
	visit?: VisitPostings;
	/** For each document, the factor by which its occurrences count. */
	parts?: Float32Array;
}

/** Reads all postings of the terms of a query. `documents` is how many documents the postings cover. */
export function findOccurrences(
	postings: Postings,
	documents: number,
	terms: readonly WeighedTerm[],
	{ visit, parts }: OccurrenceOptions = {},
): Occurrences {
	prepare(documents, terms.length);
	const { of, sums, marks, docs, postings: list, touched } = scratch;
	const lengths = terms.map(() => 0);
	let found = 0;
	terms.forEach((term, number) => {
		const own = of[number] as Float32Array;
		const seen = touched[number] as Int32Array;
		const count = postings.read(term.hash, list);
		for (let i = 0; i < count; i++) {
			const posting = list[i] as number;
			const doc = docOf(posting);
			own[doc] = parts ? countOf(posting) * (parts[doc] as number) : countOf(posting);
			seen[i] = doc;
		}
		let length = count;
		visit?.(number, list, count);
		// Near terms are sorted by gain, so only the best one that a document contains counts.
		const mark = ++scratch.mark;
		for (const { hash, gain } of term.near) {
			const more = postings.read(hash, list);
			for (let i = 0; i < more; i++) {
				const doc = docOf(list[i] as number);
				if (marks[doc] === mark) continue;
				marks[doc] = mark;
				const before = own[doc] as number;
				if (before === 0) seen[length++] = doc;
				own[doc] = before + (parts ? gain * (parts[doc] as number) : gain);
			}
		}
		lengths[number] = length;
		for (let i = 0; i < length; i++) {
			const doc = seen[i] as number;
			const before = sums[doc] as number;
			if (before === 0) docs[found++] = doc;
			sums[doc] = before + term.weight * saturated(own[doc] as number);
		}
	});
	return {
		terms,
		of,
		docs,
		found,
		sums,
		release() {
			terms.forEach((_, number) => {
				const own = of[number] as Float32Array;
				const seen = touched[number] as Int32Array;
				for (let i = 0; i < (lengths[number] as number); i++) own[seen[i] as number] = 0;
			});
			for (let i = 0; i < found; i++) sums[docs[i] as number] = 0;
		},
	};
}
