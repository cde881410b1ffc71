import type { AgentId, JsonObject, SessionId, SessionUid, TenantId, UserId } from "../../event/index.ts";

/** The owner of a fact: a whole space, one user in it, or one session. */
export interface FactOwner {
	/** The tenant. */
	tenant: TenantId;
	/** The space: `agentSpace(id)` for an agent's own, or the name of a shared one. */
	space: string;
	/** The user, if the fact belongs to one. Not together with `uid`. */
	userId: UserId | undefined;
	/** The session, if the fact belongs to one. */
	uid: SessionUid | undefined;
}

const AGENT = "agent:";

/** The private space of an agent. Its facts are deleted together with the agent. */
export const agentSpace = (agentId: AgentId): string => AGENT + agentId;

/** The agent that owns a space; undefined for shared spaces. */
export const spaceAgent = (space: string): AgentId | undefined =>
	space.startsWith(AGENT) ? (space.slice(AGENT.length) as AgentId) : undefined;

/** All facts of a space, of any owner. */
export interface WholeSpace {
	/** The tenant. */
	tenant: TenantId;
	/** The space. */
	space: string;
	/** Distinguishes it from a `FactOwner`. */
	everybody: true;
}

/** An event that a fact came from. */
export interface FactSource {
	/** The session. */
	uid: SessionUid;
	/** The offset of the event. */
	offset: number;
}

/** A source with the current name of its session. */
export interface NamedSource extends FactSource {
	/** The agent. */
	agentId: AgentId;
	/** The user of the session, if it has one. */
	userId: UserId | undefined;
	/** The id of the session. */
	sessionId: SessionId;
}

/** All statuses of a fact. */
export const FACT_STATUSES = ["active", "superseded", "quarantined"] as const;
/**
 * `active`: in use. `superseded`: replaced by a newer fact. `quarantined`: from an untrusted source, waiting
 * for review.
 */
export type FactStatus = (typeof FACT_STATUSES)[number];

/** The number of facts of each status. */
export type FactsByStatus = Record<FactStatus, number>;

/** A space and its number of facts. */
export interface SpaceCount {
	/** The name of the space. */
	space: string;
	/** The facts of all statuses. */
	facts: number;
	/** The facts by status. */
	factsByStatus: FactsByStatus;
}

/** A fact to store, without its sources. Times are in milliseconds. */
export interface FactDraft {
	/** Unique in the tenant. */
	id: string;
	/** The owner of the fact. */
	owner: FactOwner;
	/** The agent through which the fact was added. */
	agentId: AgentId;
	/**
	 * True for a fact of a session that should belong to the session's user as soon as there is one. When the
	 * session is re-keyed to a user, the fact becomes the user's. When the fact is put, it goes to the user
	 * that the session has by then.
	 */
	floating: boolean;
	/** The statement. */
	content: string;
	/** Equal for contents that differ only in case, white space and punctuation. */
	digest: string;
	/** The status. */
	status: FactStatus;
	/** From 0 to 1. */
	importance: number;
	/** From 0 to 1. */
	confidence: number;
	/** True if every prompt contains the fact. */
	pinned: boolean;
	/** The fields that no query needs: kind, origin, validity, links, the caller's metadata. */
	detail: JsonObject;
	/** When it was created, in milliseconds. */
	createdAt: number;
	/** When it last changed, in milliseconds. */
	updatedAt: number;
	/** The data of the search index for this fact, opaque to the store. Undefined: it has to be rebuilt. */
	entry: Uint8Array | undefined;
	/** Whether the entry contains a vector. */
	vector: boolean;
}

/** A stored fact. */
export interface FactRecord extends FactDraft {
	/** The number of the fact, never reused in the store. For indexes. */
	no: number;
	/**
	 * Increases with each change of the fact. Of two facts of one owner, the one that changed later has the
	 * higher revision.
	 */
	rev: number;
	/** The events that the fact came from. */
	sources: NamedSource[];
}

/** One entry of a fact's history. */
export interface FactChange {
	/** When it happened, in milliseconds. */
	at: number;
	/** What changed, from which value to which. */
	body: JsonObject;
}

/** A fact to store. */
export interface FactPut {
	/** The fact. */
	fact: FactDraft;
	/** Sources to add. Events of deleted sessions are skipped. */
	sources: readonly FactSource[];
	/** An entry to add to the history. */
	change: FactChange | undefined;
	/**
	 * `new`: the fact must not exist. If its owner has an active fact with the same digest, nothing is written,
	 * and the outcome names that fact. `rev`: the fact must exist with this revision.
	 */
	expect: "new" | { rev: number };
}

/** One unit of work on facts: everything in it is committed together or not at all. */
export interface FactUnit {
	/** The tenant. */
	tenant: TenantId;
	/** Facts to add or change. */
	put: readonly FactPut[];
	/**
	 * Ids of facts to delete, with their sources and history, before anything is put. Missing ones are skipped.
	 */
	remove: readonly string[];
	/**
	 * Moves `consolidatedTo` of a session. Rejects with `conflict`, precondition `consolidated`, unless it is
	 * at `from` and, if `blanked` is given, events of the session were blanked that many times.
	 */
	consolidated?: { uid: SessionUid; from: number; to: number; blanked?: number | undefined } | undefined;
	/**
	 * The embedder that the vectors of the entries come from. If the tenant has another embedder by now,
	 * entries with vectors are left out.
	 */
	embedder?: string | undefined;
	/**
	 * Rejects with `conflict`, precondition `facts`, unless each owner's newest revision is the given one (0:
	 * it never had a fact).
	 */
	owners?: readonly { owner: FactOwner; rev: number }[];
}

/** The result of a unit on facts. */
export interface FactOutcome {
	/** For each put, in order: the fact that is stored now, and whether this unit created it. */
	facts: { id: string; created: boolean }[];
	/** How many facts were deleted. */
	removed: number;
}

/** Which facts to list. */
export interface FactListQuery {
	/** The tenant. */
	tenant: TenantId;
	/** The space. */
	space: string;
	/**
	 * null: only facts of the space itself, without user and session. undefined: facts of any owner. Ignored if
	 * `uid` is given.
	 */
	userId?: UserId | null | undefined;
	/** Only facts of this session. */
	uid?: SessionUid | undefined;
	/** Only facts with these statuses. */
	statuses?: readonly FactStatus[] | undefined;
	/** Only pinned facts, or only others. */
	pinned?: boolean | undefined;
	/** The maximum number of results. */
	limit: number;
	/** The number (`no`) of the last item of the previous page. Facts are sorted newest first by `no`. */
	after?: number | undefined;
}

/** Which facts to find by their sources. */
export interface FactSourceQuery {
	/** The tenant. */
	tenant: TenantId;
	/** The session that the facts came from. */
	uid: SessionUid;
	/** Only facts from these events. Undefined: from any event of the session. */
	offsets: readonly number[] | undefined;
	/** The maximum number of results. */
	limit: number;
}

/** The fields of a fact that an index needs. */
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

/** The changes of an owner's facts since a revision. */
export interface FactChanges {
	/** The owner's newest revision; 0 if it never had a fact. */
	rev: number;
	/** The changed facts in order of revision, at most `limit`. */
	facts: IndexedFact[];
	/** The numbers of facts that were deleted or moved to another owner since. */
	removed: number[];
	/** True if there is more to read: ask again with the revision of the last fact. */
	more: boolean;
	/**
	 * True if the owner was erased or moved away since then. Discard everything known about it; `facts` starts
	 * again from the beginning.
	 */
	reset: boolean;
	/** How many facts the owner has. Only set for `since` 0 and `limit` 0, and if there are any. */
	total?: number;
}

/**
 * Long-term facts. Revisions come from one counter per tenant, so that an index knows which changes it has
 * not seen. Deleting a session deletes its own facts, and the sources that other facts have in it.
 */
export interface FactPort {
	/**
	 * Commits a unit. If a precondition fails, it rejects and nothing is written. For the `expect` of a put:
	 * `conflict`, precondition `fact`.
	 */
	commit(unit: FactUnit): Promise<FactOutcome>;
	/** The existing facts with these ids, in the order of the ids. */
	get(tenant: TenantId, ids: readonly string[]): Promise<FactRecord[]>;
	/** A page of facts. */
	list(query: FactListQuery): Promise<FactRecord[]>;
	/**
	 * The changes of an owner's facts since a revision. With `userId` and `uid` undefined: of the facts of the
	 * space itself. `since` 0 with `limit` 0 counts the facts. For a whole space, `removed` lists deleted
	 * facts, not those that moved within the space.
	 */
	changes(owner: FactOwner | WholeSpace, since: number, limit: number): Promise<FactChanges>;
	/** The history of a fact, oldest first. */
	history(tenant: TenantId, id: string): Promise<FactChange[]>;
	/**
	 * The ids of the facts that came from these events of a session, oldest first, at most `limit`. Without
	 * offsets: from any event of the session.
	 */
	from(query: FactSourceQuery): Promise<string[]>;
	/** The spaces that contain facts, sorted by name, with their number of facts. */
	spaces(tenant: TenantId): Promise<SpaceCount[]>;
	/**
	 * Stores rebuilt entries. Skips facts whose revision has changed. If `embedder` is given and the tenant has
	 * another one by now, also skips entries with vectors. Changes no revision.
	 */
	index(
		tenant: TenantId,
		entries: readonly { id: string; rev: number; entry: Uint8Array; vector: boolean }[],
		embedder?: string,
	): Promise<void>;
}
