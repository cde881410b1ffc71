import type { SessionUid, TenantId, UserId } from "../../event/index.ts";
import type { IndexMark, IndexOwner, IndexTarget } from "./index-target.ts";
import type { WordIndex } from "./word-index.ts";

/**
 * What an index stores of a fact or message: its owner, its number and a vector. An index with words also stores
 * its terms, as hashes.
 */
export interface IndexEntry {
	/** The owner. An index filters by each of its fields. */
	owner: IndexOwner;
	/** The number of the fact, unique in the tenant; or the offset of the message in its session. */
	no: number;
	/** Compared by cosine only. Undefined only if the index has `words`. */
	vector: Int8Array | undefined;
	/** The hashes of its terms, each once, ascending. Only for `words`. */
	terms: Int32Array;
	/** How many times each term occurs. Only for `words`. */
	counts: Uint8Array;
}

/** One update of an index from the store. */
export interface IndexChange {
	/** The target. The owners of all entries belong to it. */
	target: IndexTarget;
	/** The mark that the target must have; undefined: it has none. */
	from: IndexMark | undefined;
	/** The mark after the update. */
	to: IndexMark;
	/**
	 * Delete everything of the target first, with all other marks that cover it: for an owner the mark of its whole
	 * space, for a whole space the marks of its owners.
	 */
	clear: boolean;
	/** Entries to add. Each replaces an existing entry of the same fact or message of this owner. */
	put: readonly IndexEntry[];
	/** Numbers of entries of the target to remove. Missing ones, and those of other owners, are skipped. */
	remove: readonly number[];
}

/** Which vectors to search for. */
export interface NearestQuery {
	/**
	 * Only entries of this target. An owner with a session matches by session alone. For messages, an owner without a
	 * session stands for all sessions of its user; for facts, it matches only facts that have no session.
	 */
	target: IndexTarget;
	/** The vector to compare with. Entries with vectors of another length are not found. */
	vector: Int8Array;
	/** Maximum number of results. */
	limit: number;
}

/** The nearest entries. */
export interface Nearest {
	/** The entries with the highest cosine, highest first. May miss a few. */
	entries: { no: number; uid: SessionUid | undefined }[];
	/**
	 * Only with the capability `samples`: cosines of the vector with a sample of the target's entries. The sample is
	 * the same each time: a few hundred entries, or all if there are fewer.
	 */
	usual?: number[] | undefined;
}

/** What to erase or count. `nos`: only these entries of a target. */
export type IndexScope =
	| { tenant: TenantId; everything: true }
	| { tenant: TenantId; space: string }
	| { tenant: TenantId; user: UserId }
	| { tenant: TenantId; sessions: readonly SessionUid[] }
	| { target: IndexTarget; nos?: readonly number[] };

/** How many entries an index contains. */
export interface IndexCounts {
	/** Entries that can be found by their words. 0 without `words`. */
	terms: number;
	/** Entries that can be found by their vectors. */
	vectors: number;
}

/** What an index can do in addition to vectors. Holdfast does the rest from the store. */
export interface IndexCapabilities {
	/** Finds entries by words, and counts words. Then it has `words`. */
	words: boolean;
	/** `nearest` also returns the cosines of a sample. */
	samples: boolean;
	/** Indexes facts of sessions, and can search all owners of a space together. */
	spaces: boolean;
	/** Indexes messages. */
	messages: boolean;
	/**
	 * An update is applied completely or not at all, and of several concurrent updates from the same mark, one is
	 * applied.
	 */
	atomic: boolean;
}

/**
 * An index of vectors outside of the process, for owners with too many facts to hold in memory. It returns
 * candidates; the ranking is the same as without it. It trails the store, with one mark per target, and can
 * always be rebuilt from it. Everything that it finds is looked up in the store before it is used. A mark must
 * be lost or restored together with the entries that it covers. If the index cannot be reached, methods reject
 * with `unavailable`, and Holdfast searches in the process. Test yours with `describeVectorIndex` of
 * `holdfast/testing`.
 */
export interface VectorIndex {
	/** The name of the index, for people. */
	readonly name: string;
	/** Owners with more facts than this are searched here. */
	readonly exactUpTo: number;
	/** What it can do in addition to vectors. */
	readonly capabilities: IndexCapabilities;
	/** The search by words, if the index has the capability `words`. */
	readonly words?: WordIndex | undefined;
	/** Connects. Calls are counted: each `open` needs one `close`. Rejects if the index cannot be reached. */
	open(): Promise<void>;
	/** Waits for running operations. The last `close` disconnects. */
	close(): Promise<void>;
	/**
	 * Prepares for vectors of this length, before the first of them is written. Returns undefined, or the reason
	 * why they cannot be indexed. Can be repeated.
	 */
	check(dimensions: number): Promise<string | undefined>;
	/**
	 * Applies an update, or returns false and changes nothing if the target is not at `from`. Every later search
	 * finds what was written. Without the capability `atomic`: compare the mark first, then write the entries, and
	 * move the mark last. If that is interrupted, the same changes are written again.
	 */
	write(change: IndexChange): Promise<boolean>;
	/** How far the index has caught up with a target; undefined if it has nothing. */
	mark(target: IndexTarget): Promise<IndexMark | undefined>;
	/** The nearest entries of a target. Entries of others have no influence. */
	nearest(query: NearestQuery): Promise<Nearest>;
	/**
	 * Deletes everything in the scope and returns the counts. Owners in the scope lose their mark, so that an update
	 * in progress is refused. Whole spaces keep theirs, unless the scope contains them completely. Deleting single
	 * entries does not change a mark. Can be repeated.
	 */
	erase(scope: IndexScope): Promise<IndexCounts>;
	/** Counts what is left in the scope. */
	count(scope: IndexScope): Promise<IndexCounts>;
}
