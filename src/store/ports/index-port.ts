import type { AgentId, SessionId, SessionUid, TenantId, UserId } from "../../event/index.ts";
import type { FactOwner, IndexedFact, WholeSpace } from "./fact-port.ts";

/** The sessions whose messages are searched. */
export interface MemberQuery {
	/** The tenant. */
	tenant: TenantId;
	/** Sessions of any of these agents. */
	agents: readonly AgentId[];
	/** null: only sessions without a user. undefined: sessions of any user and without a user. */
	userId?: UserId | null | undefined;
	/** Only this session, with any user. Without it, sessions that have a parent are left out. */
	uid?: SessionUid | undefined;
}

/** A session as an index sees it. */
export interface SessionMember {
	/** The session. */
	uid: SessionUid;
	/** The agent. */
	agentId: AgentId;
	/** The user of the session, if it has one. */
	userId: UserId | undefined;
	/** The id of the session. */
	sessionId: SessionId;
	/** The oldest offset that is kept. */
	base: number;
	/** The next offset. */
	head: number;
	/**
	 * How many times events of it were blanked. Entries that were indexed before the last time must not be
	 * used.
	 */
	blanked: number;
}

/** A piece of the index: built from the events from `from` up to, but not including, `to`. */
export interface IndexSegment {
	/** The first offset. */
	from: number;
	/** The offset after the last one. */
	to: number;
	/** How many messages it contains. */
	documents: number;
	/** How many of these messages have a vector. */
	vectors: number;
	/** Opaque to the store. */
	body: Uint8Array;
}

/** A piece of the index with its session. */
export interface SessionSegment extends IndexSegment {
	/** The session. */
	uid: SessionUid;
}

/** The embedder that the vectors of the tenant's index come from. */
export interface EmbedderRecord {
	/** The name of the embedder. */
	name: string;
	/** The length of its vectors. */
	dimensions: number;
}

/** A segment to store. */
export interface SegmentPut {
	/** The tenant. */
	tenant: TenantId;
	/** The session. */
	uid: SessionUid;
	/** The segment. */
	segment: IndexSegment;
	/** How many times events of the session were blanked when the segment was built. */
	blanked: number;
	/** The embedder that the vectors of the segment come from. */
	embedder?: string | undefined;
}

/** A change of the tenant's embedder. */
export interface EmbedderChange {
	/** The tenant. */
	tenant: TenantId;
	/** The new embedder. */
	embedder: EmbedderRecord;
	/** The embedder that must be stored now. Undefined: none yet. */
	expected: EmbedderRecord | undefined;
	/** Delete all segments and fact entries of the tenant. */
	clear: boolean;
}

/**
 * The search index of messages, and the reads that an index of facts needs. It trails the log and can always
 * be rebuilt from it: appends never write it, and a search catches up first. Segments are deleted with their
 * session, when one of their events is blanked, and when retention removes their events.
 */
export interface IndexPort {
	/** The sessions, in order of creation. */
	members(query: MemberQuery): Promise<SessionMember[]>;
	/** The segments of these sessions, ordered by offset within each session. Missing sessions are skipped. */
	segments(uids: readonly SessionUid[], tenant: TenantId): Promise<SessionSegment[]>;
	/**
	 * Stores a segment in place of all segments that begin at or after its `from`. Returns false and writes
	 * nothing if the session was deleted, was blanked since (`blanked` differs), or now begins after `from`.
	 * The same if the segment contains vectors, `embedder` is given and the tenant has another embedder by now.
	 */
	put(put: SegmentPut): Promise<boolean>;
	/**
	 * Facts of an owner or of a whole space by their numbers, in any order. Deleted facts and facts of other
	 * owners are omitted.
	 */
	facts(owner: FactOwner | WholeSpace, nos: readonly number[]): Promise<IndexedFact[]>;
	/** The embedder of the tenant's index; undefined if none is set. */
	embedder(tenant: TenantId): Promise<EmbedderRecord | undefined>;
	/**
	 * Sets the embedder of the tenant's vectors. Returns false and writes nothing unless `expected` is what is
	 * stored (undefined: nothing yet). With `clear`, all segments and fact entries of the tenant are deleted in
	 * the same step, to be rebuilt.
	 */
	setEmbedder(change: EmbedderChange): Promise<boolean>;
}
