import type { IndexMark, IndexTarget } from "./index-target.ts";

/** A term to search for. */
export interface WantedTerm {
	/** The hash of the term. */
	hash: number;
	/** How much the term counts. */
	weight: number;
	/**
	 * Similar terms that count partly, the most similar first. Of these, only the first that a fact contains
	 * counts.
	 */
	near: readonly { hash: number; gain: number }[];
}

/** What an index contains of a target. */
export interface IndexStatistics {
	/** How far it has caught up; undefined if it has nothing. */
	mark: IndexMark | undefined;
	/** How many entries of the target it contains. */
	entries: number;
	/** How many entries contain each of the given terms, in their order. */
	holding: number[];
}

/**
 * The search by words of an index. Optional: without it, Holdfast finds words in a view in the process, which
 * contains all terms of a target but no vectors.
 */
export interface WordIndex {
	/** What the index contains of a target, read at one point in time. Other targets have no influence. */
	statistics(target: IndexTarget, terms: readonly number[]): Promise<IndexStatistics>;
	/**
	 * Numbers of entries of this target, best first. The score is the sum over `terms` of weight × 1.5 c / (c + 0.5).
	 * Here, c is how many times the entry contains the term, plus the gain of the first near term that it contains.
	 */
	find(target: IndexTarget, terms: readonly WantedTerm[], limit: number): Promise<number[]>;
}
