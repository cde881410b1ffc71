import type { AgentId, JsonObject, SessionId, SessionUid, TenantId, UserId } from "../../event/index.ts";

/** Whose a fact is: of everybody in the space, of one user in it, or of one session. */
export interface FactOwner {
	tenant: TenantId;
	space: string;
	/** Not with `uid`. */
	userId: UserId | undefined;
	uid: SessionUid | undefined;
}

const AGENT = "agent:";

/** The space that an agent has for itself. Facts in it go with the agent. */
export const agentSpace = (agentId: AgentId): string => AGENT + agentId;

/** The agent whose own space it is; undefined for other spaces. */
export const spaceAgent = (space: string): AgentId | undefined =>
	space.startsWith(AGENT) ? (space.slice(AGENT.length) as AgentId) : undefined;

/** All facts of a space, whosever they are. */
export interface WholeSpace {
	tenant: TenantId;
	space: string;
	everybody: true;
}

/** An event that a fact came from. */
export interface FactSource {
	uid: SessionUid;
	offset: number;
}

/** A source as read back, with the name that its session has now. */
export interface NamedSource extends FactSource {
	agentId: AgentId;
	userId: UserId | undefined;
	sessionId: SessionId;
}

export const FACT_STATUSES = ["active", "superseded", "quarantined"] as const;
/**
 * `active`: known. `superseded`: was known, something else holds now. `quarantined`: comes from a source that nobody
 * vouches for, and waits for a person.
 */
export type FactStatus = (typeof FACT_STATUSES)[number];

/** How many facts there are of each status. */
export type FactsByStatus = Record<FactStatus, number>;

/** A space, and how many facts it holds. */
export interface SpaceCount {
	space: string;
	/** Of all statuses together. */
	facts: number;
	factsByStatus: FactsByStatus;
}

/** What is stored of a fact beside its sources. Times are milliseconds. */
export interface FactDraft {
	/** Unique in the tenant. */
	id: string;
	owner: FactOwner;
	/** The agent that it came through. */
	agentId: AgentId;
	/**
	 * A session's fact that is the user's as soon as there is one: re-keying the session to a user makes it the user's, and
	 * a put finds the user that the session has by then.
	 */
	floating: boolean;
	content: string;
	/** Equal for contents that differ in nothing but case, space and punctuation. */
	digest: string;
	status: FactStatus;
	importance: number;
	confidence: number;
	pinned: boolean;
	/** Everything that no query asks for: kind, origin, validity, links, the caller's metadata. */
	detail: JsonObject;
	createdAt: number;
	updatedAt: number;
	/** What a search index needs of it, opaque to the store; undefined: has to be made again. */
	entry: Uint8Array | undefined;
	/** Whether the entry holds a vector. */
	vector: boolean;
}

export interface FactRecord extends FactDraft {
	/** A number of its own, never given to another fact of the store; for indexes. */
	no: number;
	/** Moves up with each change of the fact; of two facts of one owner, the later change has the higher one. */
	rev: number;
	sources: NamedSource[];
}

/** One entry of a fact's history. */
export interface FactChange {
	at: number;
	/** What happened, from what to what. */
	body: JsonObject;
}

export interface FactPut {
	fact: FactDraft;
	/** Added to those that there are. Events of sessions that are gone are passed over. */
	sources: readonly FactSource[];
	/** Added to the history. */
	change: FactChange | undefined;
	/**
	 * `new`: the fact must not exist; but if its owner has an active fact with this digest nothing is written, and the
	 * outcome names that one. `rev`: it must exist with this revision.
	 */
	expect: "new" | { rev: number };
}

/** The unit of work on facts: everything here is committed together or not at all. */
export interface FactUnit {
	tenant: TenantId;
	put: readonly FactPut[];
	/**
	 * Ids of facts to forget, with their sources and history, before anything is put. Those that are gone already are
	 * passed over.
	 */
	remove: readonly string[];
	/**
	 * Moves the mark up to which a session is consolidated; `conflict`, precondition `consolidated`, unless it is at `from`, and
	 * events of it were blanked as often as `blanked` says, where that is given.
	 */
	consolidated?: { uid: SessionUid; from: number; to: number; blanked?: number | undefined } | undefined;
	/** Whose vectors the entries hold: if the tenant's embedder is another one by now, entries with vectors are left out. */
	embedder?: string | undefined;
	/** `conflict`, precondition `facts`, unless the newest revision of each owner is this one (0: it never had a fact). */
	owners?: readonly { owner: FactOwner; rev: number }[];
}

export interface FactOutcome {
	/** For each put, in order: the fact that holds now, and whether this unit made it. */
	facts: { id: string; created: boolean }[];
	removed: number;
}

export interface FactListQuery {
	tenant: TenantId;
	space: string;
	/** null: only facts of no user and no session. undefined: of any owner. With `uid` not asked. */
	userId?: UserId | null | undefined;
	/** Only facts of this session. */
	uid?: SessionUid | undefined;
	statuses?: readonly FactStatus[] | undefined;
	pinned?: boolean | undefined;
	limit: number;
	/** Newest first by `no`; the last item of the page before. */
	after?: number | undefined;
}

/** What an index has to know of a fact. */
export type IndexedFact = Pick<
	FactRecord,
	| "no"
	| "id"
	| "rev"
	| "status"
	| "importance"
	| "confidence"
	| "pinned"
	| "createdAt"
	| "updatedAt"
	| "entry"
	| "vector"
> & { /** Only when there is no entry. */ content: string | undefined };

export interface FactChanges {
	/** The owner's newest revision; 0 if it never had a fact. */
	rev: number;
	/** Changed since, in order of revision; a page of at most `limit` of them. */
	facts: IndexedFact[];
	/** Numbers of facts that the owner had and has no more, removed or moved since. */
	removed: number[];
	/** More to read: ask again with the revision of the last one. */
	more: boolean;
	/** The owner as a whole was erased or moved away since then: what was known of it is void, and `facts` begins anew. */
	reset: boolean;
	/** How many facts the owner has. Counted for who asks from 0 for none of them, and where there is any. */
	total?: number;
}

/**
 * Long-term facts. A fact's revision comes from one counter of its tenant, so that an index knows what it has not seen.
 * Deleting a session deletes its own facts, and the sources that other facts have in it.
 */
export interface FactPort {
	/** Commits a unit. Rejects, with nothing written, on a failed precondition; `conflict`, precondition `fact`, for a put's. */
	commit(unit: FactUnit): Promise<FactOutcome>;
	/** Those that there are, in the order of the ids. */
	get(tenant: TenantId, ids: readonly string[]): Promise<FactRecord[]>;
	list(query: FactListQuery): Promise<FactRecord[]>;
	/**
	 * What has changed of an owner's facts since a revision; with `userId` and `uid` undefined, of the facts of the space
	 * itself. `limit` 0 from 0: how many there are. Of a whole space `removed` holds those that are gone, not those that moved inside it.
	 */
	changes(owner: FactOwner | WholeSpace, since: number, limit: number): Promise<FactChanges>;
	/** Oldest first. */
	history(tenant: TenantId, id: string): Promise<FactChange[]>;
	/** Ids of the facts that came from these events of a session, oldest first, at most `limit`. No offsets: from any of it. */
	from(
		uid: SessionUid,
		tenant: TenantId,
		offsets: readonly number[] | undefined,
		limit: number,
	): Promise<string[]>;
	/** Spaces that hold facts, by name, with the number of their facts. */
	spaces(tenant: TenantId): Promise<SpaceCount[]>;
	/**
	 * Stores entries that were made again. Passes over facts whose revision is another one by now, and entries with vectors
	 * if the tenant's embedder is not `embedder` any more, where that is given. Changes no revision.
	 */
	index(
		tenant: TenantId,
		entries: readonly { id: string; rev: number; entry: Uint8Array; vector: boolean }[],
		embedder?: string,
	): Promise<void>;
}
