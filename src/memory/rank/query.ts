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

/** A term that may stand for another. */
export interface NearTerm {
	hash: number;
	/** As what part of the other it counts; below 1. */
	gain: number;
}

/** A word of a query that says what it is about. */
export interface QueryTerm {
	hash: number;
	/** It is about the asking, not about the matter: "list", "mentioned". */
	asking: boolean;
	/** Terms of like meaning, the likest first. Looked up when asked for: a long query needs it of few of its terms. */
	near(): readonly NearTerm[];
}

/** What the ranker knows of a query. It depends on the query alone, so it is made once for all views that are searched. */
export interface Query {
	terms: readonly QueryTerm[];
	/** Absent when nothing can be said about its meaning. */
	vector?: Int8Array;
	/** Which cosines the vector is likely to have with what is not meant. */
	usual: Calibration;
	/** The vector is of a model that reads sentences, not a sum of words. */
	outside: boolean;
	/** Dates it names. */
	dates: readonly DateSpan[];
	/** Times it names by how far they are from now: "yesterday". */
	times: readonly Span[];
	/** Whose words it is about in a log of a user and an assistant. */
	about?: Whose;
	/** Whether it is a task, or about what was. */
	asked: Asked;
	/** What it wants to be told, where that shows. */
	wants?: AnswerKind;
	/** It asks for a time: when, since when, how long, how often. */
	asksWhen: boolean;
}

export interface QueryOptions {
	/** The built-in embedder: makes the vector, unless one is given, and knows which words are near. */
	embedder?: StaticEmbedder;
	/** The query's vector by the embedder that made the vectors of the views. */
	vector?: Float32Array;
	/** The present (milliseconds since 1970): what "yesterday" is counted from. Without it such words are words. */
	now?: number;
}

/** Of a query that is a whole text the first words count. */
const MOST_TERMS = 128;
/** As many near words are taken of the vocabulary; which of them count is decided where it is known which occur. */
const NEAR_WORDS = 64;
/** What models that read sentences give for two texts that have little to do with each other: about, for most of them. */
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
	// Marks without a word mean nothing, whatever an embedder makes of them.
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

/** Near terms of words that were asked for before: most questions use the same few thousand words. */
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

/** Terms of the vocabulary's words, as many as it has: the same words are near to many others. */
const hashes = new Map<string, number | undefined>();

/** The term of a single word; undefined for stop words. */
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
