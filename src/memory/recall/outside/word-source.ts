import type { IndexMark } from "../../../store/ports/index.ts";
import type { FactView } from "../../index/index.ts";
import type { Query, WeighedTerm, WholeScope } from "../../rank/index.ts";

/** The number of facts, and how many of them contain each term. */
export type Counted = Pick<WholeScope, "size" | "live">;

/** Which facts are wanted. */
export interface WantedFacts {
	terms: readonly WeighedTerm[];
	/** The query, for the periods that it names. */
	query: Query;
	now: number;
	limit: number;
}

/** Finds facts without vectors: in an index with words, or in a view in the process. */
export interface WordSource {
	/** Counts facts and terms. Undefined: the index has changed since it was brought up to date. */
	count(terms: readonly number[]): Promise<Counted | undefined>;
	/** The numbers of the best facts by words. */
	find(wanted: WantedFacts): Promise<number[]>;
	/** Cosines of a vector with a sample of the facts, for an index that has none. */
	sample(vector: Int8Array): Promise<number[]>;
	/** The facts without their vectors, if they are in the process. */
	readonly view?: FactView;
}

/** Whether an index still contains everything that it had at a mark. */
export function isStill(mark: IndexMark | undefined, now: IndexMark | undefined): boolean {
	if (!mark) return true;
	return now !== undefined && now.embedder === mark.embedder && now.rev >= mark.rev;
}
