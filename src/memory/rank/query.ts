import type { StaticEmbedder } from "../../model/embedder/embedder.ts";
import { quantize } from "../../model/vector/index.ts";
import { isAsking } from "../text/asking-words.ts";
import { type DateSpan, readDates } from "../text/read-dates.ts";
import { relativeDates } from "../text/relative-dates.ts";
import { type Asked, whatIsAsked } from "../text/standing-wishes.ts";
import { asksWhen } from "../text/temporal-words.ts";
import { type Whose, whoseWords } from "../text/whose-words.ts";
import { readWords, type Term } from "../text/words.ts";
import { type AnswerKind, answerKind } from "./answer-kind.ts";
import type { Calibration } from "./calibrate.ts";
import type { Span } from "./near-date.ts";
import { usualCosines } from "./usual-cosines.ts";

/** A term of similar meaning, which counts in part for a term of the query. */
export interface NearTerm {
	hash: number;
	/** The factor by which it counts; below 1. */
	gain: number;
}

/** A word of a query that is not a stop word. */
export interface QueryTerm {
	hash: number;
	/** The word is about asking, not about the topic: "list", "mentioned". */
	asking: boolean;
	/**
	 * Terms of similar meaning, most similar first. Computed on demand: a long query needs this for few of
	 * its terms.
	 */
	near(): readonly NearTerm[];
}

/**
 * A query as the ranker reads it. It does not depend on the views, so one is enough for all views that are
 * searched.
 */
export interface Query {
	terms: readonly QueryTerm[];
	/** Absent if the query has no words or no vector, or if the vector is all zeros. */
	vector?: Int8Array;
	/** The cosines that the vector usually has with unrelated texts. */
	usual: Calibration;
	/** The vector is from an outside embedder: a model that reads sentences, not a sum of word vectors. */
	outside: boolean;
	/** Dates that the query names. */
	dates: readonly DateSpan[];
	/** Times that the query names relative to now: "yesterday". */
	times: readonly Span[];
	/** Whether the query is about the words of the user or of the assistant, in a log of the two. */
	about?: Whose;
	/** Whether the query is a task, a question about the past, or something else. */
	asked: Asked;
	/** The kind of answer that the query asks for, if its words show it. */
	wants?: AnswerKind;
	/** The query asks for a time: when, since when, how long, how often. */
	asksWhen: boolean;
}

export interface QueryOptions {
	/** The built-in embedder. It creates the vector, if you pass none, and finds near words. */
	embedder?: StaticEmbedder;
	/** The vector of the query, from the embedder that created the vectors of the views. */
	vector?: Float32Array;
	/**
	 * The current time (milliseconds since 1970), from which "yesterday" is counted. Without it, such words
	 * are ordinary words.
	 */
	now?: number;
}

/** If the query is a long text, only its first terms count, at most this many. */
const MOST_TERMS = 128;
/**
 * How many near words are looked up in the vocabulary. `weighTerms` selects those that occur in the
 * documents.
 */
const NEAR_WORDS = 64;
/** The cosines that most sentence models give for two texts that have little in common. */
const USUAL_OUTSIDE: Calibration = { mean: 0.35, deviation: 0.15 };
const LEAST_SIMILARITY = 0.3;
const LARGEST_GAIN = 0.6;

export function readQuery(text: string, { embedder, vector, now }: QueryOptions = {}): Query {
	const terms = new Map<number, Term>();
	let empty = true;
	const about = whoseWords(text);
	readWords(text, (term) => {
		empty = false;
		if (!term.stop && !terms.has(term.hash)) terms.set(term.hash, term);
	});
	// A query without words has no meaning, even if an embedder returns a vector for it.
	const own = empty ? undefined : (vector ?? embedder?.embedSync(text));
	const bytes = own && quantize(own);
	const wants = answerKind(text);
	return {
		terms: [...terms.values()].slice(0, MOST_TERMS).map((term) => {
			let near: readonly NearTerm[] | undefined;
			return {
				hash: term.hash | 0,
				asking: isAsking(term.hash),
				near() {
					near ??= embedder ? nearOf(term, embedder) : [];
					return near;
				},
			};
		}),
		...(bytes && bytes.scale > 0 && { vector: bytes.values }),
		usual: vector === undefined && own && embedder ? usualCosines(embedder, own) : USUAL_OUTSIDE,
		outside: vector !== undefined,
		...(about && { about }),
		...(wants && { wants }),
		dates: readDates(text),
		times: now === undefined ? [] : relativeDates(text, now).map(({ from, to }) => ({ from, to })),
		asksWhen: asksWhen(text),
		asked: whatIsAsked(text),
	};
}

/** A cache of near terms. Most questions use the same few thousand words. */
const remembered = new WeakMap<StaticEmbedder, Map<string, readonly NearTerm[]>>();
const MOST_REMEMBERED = 5_000;

function nearOf(term: Term, embedder: StaticEmbedder): readonly NearTerm[] {
	let known = remembered.get(embedder);
	if (!known || known.size >= MOST_REMEMBERED) {
		known = new Map();
		remembered.set(embedder, known);
	}
	let near = known.get(term.text);
	if (!near) {
		near = findNear(term, embedder);
		known.set(term.text, near);
	}
	return near;
}

/**
 * A cache of the terms of near words, at most the whole vocabulary. The same words are near to many others.
 */
const hashes = new Map<string, number | undefined>();

/** The hash of the term of a single word; undefined for stop words. */
function hashOf(word: string): number | undefined {
	if (hashes.has(word)) return hashes.get(word);
	let found: number | undefined;
	readWords(word, ({ hash, stop }) => {
		if (!stop) found = hash | 0;
	});
	hashes.set(word, found);
	return found;
}

function findNear(term: Term, embedder: StaticEmbedder): NearTerm[] {
	const near = new Map<number, number>();
	for (const { word, similarity } of embedder.neighbours(term.text, {
		limit: NEAR_WORDS,
		least: LEAST_SIMILARITY,
	})) {
		const gain = (LARGEST_GAIN * (similarity - LEAST_SIMILARITY)) / (1 - LEAST_SIMILARITY);
		if (gain <= 0) continue;
		const hash = hashOf(word);
		if (hash !== undefined && hash !== (term.hash | 0) && !near.has(hash)) near.set(hash, gain);
	}
	return Array.from(near, ([hash, gain]) => ({ hash, gain }));
}
