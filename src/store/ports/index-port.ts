import type { AgentId, SessionId, SessionUid, TenantId, UserId } from "../../event/index.ts";
import type { FactOwner, IndexedFact } from "./fact-port.ts";

/** Whose messages are searched. */
export interface MemberQuery {
	tenant: TenantId;
	/** Sessions of any of these. */
	agents: readonly AgentId[];
	/** null: only sessions without user. undefined: of any user, and of none. */
	userId?: UserId | null | undefined;
	/** Only this session, whosever it is; otherwise those that exist on behalf of another one are left out. */
	uid?: SessionUid | undefined;
}

/** A session as an index sees it. */
export interface SessionMember {
	uid: SessionUid;
	agentId: AgentId;
	userId: UserId | undefined;
	sessionId: SessionId;
	base: number;
	head: number;
	/** How often events of it were blanked. What was indexed before the last time is not to be used. */
	blanked: number;
}

/** A piece of the index: what was made of the events from `from` up to and without `to`. */
export interface IndexSegment {
	from: number;
	to: number;
	/** How many messages it holds, and how many of them with a vector. */
	documents: number;
	vectors: number;
	/** Opaque to the store. */
	body: Uint8Array;
}

/** A piece of the index of one of several sessions. */
export interface SessionSegment extends IndexSegment {
	uid: SessionUid;
}

/** The embedder whose vectors the tenant's index holds. */
export interface EmbedderRecord {
	name: string;
	dimensions: number;
}

/**
 * The search index of messages, and what one of facts asks for. It trails the log and can always be made again from it: appends never write it, a search
 * catches up. Segments go with their session, with any event of theirs that is blanked, and with those that retention
 * removes.
 */
export interface IndexPort {
	/** Sessions in the order of their creation. */
	members(query: MemberQuery): Promise<SessionMember[]>;
	/** The segments of these sessions, those of each in the order of offsets; none where there is no such session. */
	segments(uids: readonly SessionUid[], tenant: TenantId): Promise<SessionSegment[]>;
	/**
	 * Stores a segment in place of all that begin at or behind its `from`. False, with nothing written, when the session is
	 * gone, was blanked since (`blanked` differs), or begins behind `from` by now; and when it holds vectors and the tenant's
	 * embedder is not `embedder` any more, where that is given.
	 */
	put(
		uid: SessionUid,
		tenant: TenantId,
		segment: IndexSegment,
		blanked: number,
		embedder?: string,
	): Promise<boolean>;
	/**
	 * Facts of an owner by their numbers, as an index has to know them, in any order. Those that are gone or somebody else's are
	 * left out.
	 */
	facts(owner: FactOwner, nos: readonly number[]): Promise<IndexedFact[]>;
	embedder(tenant: TenantId): Promise<EmbedderRecord | undefined>;
	/**
	 * Says whose vectors these are. False, with nothing written, unless `expected` is what is stored (undefined: nothing
	 * yet). With `clear`, all segments and fact entries of the tenant go in the same step, to be made again.
	 */
	setEmbedder(
		tenant: TenantId,
		embedder: EmbedderRecord,
		expected: EmbedderRecord | undefined,
		clear: boolean,
	): Promise<boolean>;
}
