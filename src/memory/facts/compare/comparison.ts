/**
 * How two statements stand to each other.
 *
 * - `same`: they say the same; keeping one of them loses nothing that matters.
 * - `contradicts`: they cannot both hold of the same subject at the same time, so the newer one wins.
 * - `related`: the same topic, but neither of the above is sure; keep both, linked.
 * - `different`: keep both.
 */
export type Relation = "same" | "contradicts" | "related" | "different";

export interface Comparison {
	relation: Relation;
	/** 0–1: how sure the relation is. */
	confidence: number;
	/** Why, in a few words, for the history of a fact. */
	reason: string;
}
