import type { MessageView } from "../index/message-view.ts";
import { countOf, docOf } from "../index/postings.ts";
import type { VisitPostings } from "./occurrences.ts";
import { rarity } from "./weigh-terms.ts";

/** How often each session contains each term of a query. */
export interface SessionCounts {
	counts: readonly Float32Array[];
	count: VisitPostings;
}

const K1 = 1.2;
const B = 0.5;

/** The working memory of a search. Searches are synchronous, so the process needs only one. */
let scratch = new Float32Array(0);

/** Starts to count the terms of each session. The counts are valid until the next search starts. */
export function startSessions(view: MessageView, terms: number): SessionCounts {
	const size = view.sessions.length;
	if (scratch.length < terms * size) scratch = new Float32Array(Math.ceil(terms * size * 1.25));
	scratch.fill(0, 0, terms * size);
	const counts = Array.from({ length: terms }, (_, t) => scratch.subarray(t * size, (t + 1) * size));
	const { session } = view.columns;
	return {
		counts,
		count(term, postings, found) {
			const held = counts[term] as Float32Array;
			for (let i = 0; i < found; i++) {
				const posting = postings[i] as number;
				const number = session[docOf(posting)] as number;
				held[number] = (held[number] as number) + countOf(posting);
			}
		},
	};
}

/**
 * How well each session as a whole fits a query (BM25): about 1 if it contains each of the terms that any
 * session contains.
 */
export function scoreSessions(view: MessageView, { counts }: SessionCounts): Float32Array {
	const { sessionLengths } = view;
	const size = view.sessions.length;
	const scores = new Float32Array(size);
	let average = 0;
	for (let s = 0; s < size; s++) average += (sessionLengths[s] as number) / size;
	let weights = 0;
	for (const held of counts) {
		let holding = 0;
		for (let s = 0; s < size; s++) if ((held[s] as number) > 0) holding++;
		if (holding === 0) continue;
		const weight = rarity(size, holding);
		weights += weight;
		for (let s = 0; s < size; s++) {
			const count = held[s] as number;
			if (count === 0) continue;
			const length = K1 * (1 - B + (B * (sessionLengths[s] as number)) / average);
			scores[s] = (scores[s] as number) + (weight * count * (K1 + 1)) / (count + length);
		}
	}
	if (weights > 0) for (let s = 0; s < size; s++) scores[s] = (scores[s] as number) / weights;
	return scores;
}
