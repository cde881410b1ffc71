/**
 * How two statements relate to each other.
 *
 * - `same`: they mean the same. Keeping one of them loses nothing important.
 * - `contradicts`: they cannot both be true of the same subject at the same time, so the newer one wins.
 * - `related`: the same topic, but neither of the above is certain. Keep both, linked.
 * - `different`: keep both.
 */
export type Relation = "same" | "contradicts" | "related" | "different";

export interface Comparison {
	relation: Relation;
	/** How certain the relation is, from 0 to 1. */
	confidence: number;
	/** A short reason, for the history of a fact. */
	reason: string;
}
