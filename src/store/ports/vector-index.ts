import type { TenantId, UserId } from "../../event/index.ts";

/**
 * Whose facts an index holds: those of a space itself, or of one user in it. Facts of a single session, and whole spaces,
 * are searched in the process.
 */
export interface IndexOwner {
	tenant: TenantId;
	space: string;
	userId: UserId | undefined;
}

/** How far an index has come with the facts of an owner. */
export interface IndexMark {
	/** Everything up to this revision of the owner is in it. */
	rev: number;
	/** Whose vectors it holds; undefined: none, words alone. */
	embedder: string | undefined;
}

/** What an index keeps of a fact: hashes and a direction, no word of it. */
export interface FactTerms {
	/** The fact's number, unique in the tenant. */
	no: number;
	/** Hashes of its terms, each once, ascending, and how often each occurs. */
	terms: Int32Array;
	counts: Uint8Array;
	/** Compared by cosine alone. Those of one owner are all of one length. */
	vector: Int8Array | undefined;
}

/** One step of an index towards the store. */
export interface IndexChange {
	owner: IndexOwner;
	/** Where the index must stand; undefined: it knows nothing of the owner. */
	from: IndexMark | undefined;
	to: IndexMark;
	/** Everything of the owner goes first. */
	clear: boolean;
	/** Each takes the place of what there is of the fact. */
	put: readonly FactTerms[];
	/** Numbers of facts to take out; those that are not there are passed over. */
	remove: readonly number[];
}

/** A term to look for. */
export interface WantedTerm {
	hash: number;
	weight: number;
	/** Terms that count as a part of it, those that count most first: of these a fact has the first that it holds. */
	near: readonly { hash: number; gain: number }[];
}

/** What to look for: by words, by meaning, or both. */
export interface CandidateQuery {
	terms?: readonly WantedTerm[] | undefined;
	vector?: Int8Array | undefined;
	/** The best by words, and the nearest in meaning: as many of each at most. */
	limit: number;
}

export interface Candidates {
	/**
	 * Numbers of facts, best first, by the sum over `terms` of weight × 1.5 c / (c + 0.5), where c is how often the fact holds the
	 * term, and the gain of the first near term that it holds.
	 */
	byWords: number[];
	/** Numbers of facts whose vectors have the greatest cosines with `vector`, greatest first; may miss a few. */
	byMeaning: number[];
	/** Cosines of `vector` with a sample of the owner's facts: the same ones each time, some hundreds, or all if there are fewer. */
	usual: number[];
}

export interface IndexStatistics {
	mark: IndexMark | undefined;
	/** Facts that it holds of the owner, and how many of them hold each of the terms asked for, in their order. */
	facts: number;
	holding: number[];
}

/** Of what to erase or count. `facts`: these of an owner. */
export type IndexScope =
	| { tenant: TenantId; everything: true }
	| { tenant: TenantId; space: string }
	| { tenant: TenantId; user: UserId }
	| { owner: IndexOwner; facts?: readonly number[] };

export interface IndexCounts {
	/** Facts that can be found by their words. */
	terms: number;
	/** Facts that can be found by their meaning. */
	vectors: number;
}

/**
 * An index of facts outside of the process, for owners that have too many to hold them in memory. It gives candidates; the
 * ranking is the same as everywhere. It trails the store by a mark for each owner and can always be made again from it, and
 * whatever it finds is looked up in the store before anybody sees it. `describeVectorIndex` of `holdfast/testing` certifies one.
 */
export interface VectorIndex {
	readonly name: string;
	/** Owners with more facts than this are searched here. */
	readonly exactUpTo: number;
	/** The longest vectors that it takes. */
	readonly maxDimensions: number;
	/** Makes it ready. Counted: each `open` is matched by one `close`. */
	open(): Promise<void>;
	/** Finishes what was asked for, and lets go of the server with the last `close`. */
	close(): Promise<void>;
	/**
	 * Makes a step: all of it, or nothing and false, when the index does not stand at `from`. Of several at once from the same
	 * mark one is made. What was written is found by everybody who asks afterwards.
	 */
	write(change: IndexChange): Promise<boolean>;
	/** What the index knows of an owner, as of one moment. Nothing of anybody else has any influence. */
	statistics(owner: IndexOwner, terms: readonly number[]): Promise<IndexStatistics>;
	/** Candidates among the facts of an owner, and no others. */
	find(owner: IndexOwner, query: CandidateQuery): Promise<Candidates>;
	/**
	 * Removes everything in the scope, and tells what went. Owners whose facts all go lose their mark, so that a step under way
	 * is refused; single facts leave it where it is. May be repeated.
	 */
	erase(scope: IndexScope): Promise<IndexCounts>;
	/** Counts what the scope still holds. */
	count(scope: IndexScope): Promise<IndexCounts>;
}
