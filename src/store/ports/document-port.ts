import type { JsonObject, SessionUid, TenantId } from "../../event/index.ts";

/**
 * A small record that belongs to a tenant itself: a key, a secret, an answer to give again, a piece of a stream. Times are
 * milliseconds.
 */
export interface DocumentRecord {
	tenant: TenantId;
	kind: string;
	/** Unique among those of the tenant and kind; up to 512 characters. */
	id: string;
	/** Moves up with each change. Begins anywhere: one that was removed and put again is not mistaken for what it was. */
	rev: number;
	body: JsonObject;
	createdAt: number;
	updatedAt: number;
	/** From then on, by the store's clock, it counts as gone. */
	expiresAt: number | undefined;
	/** The session it goes with. */
	uid: SessionUid | undefined;
}

export interface DocumentDraft {
	kind: string;
	id: string;
	body: JsonObject;
	expiresAt?: number | undefined;
	uid?: SessionUid | undefined;
}

export interface DocumentListQuery {
	tenant: TenantId;
	kind: string;
	/** What the ids begin with, character by character: nothing in it has a meaning of its own. */
	prefix?: string | undefined;
	/** The last id of the page before. */
	after?: string | undefined;
	limit: number;
}

/** What must be there when a document is put: nothing, this revision, or whatever there is. */
export type DocumentExpectation = "absent" | number | undefined;

/**
 * Kinds that hold what was said or asked. They go with the whole of a tenant's data, and those of a session when events of
 * it are erased. Other kinds, but for those of agents, are its configuration and stay.
 */
export const CONTENT_KINDS = ["answer", "feed"] as const;

/** Kinds that say something about an agent, by whose id they are called. They go with the agent, and with the whole tenant. */
export const AGENT_KINDS = ["agent_memory"] as const;

/**
 * Documents of a tenant. Each call is one step. A document that expired is as good as gone for everybody who asks. Those of
 * a session go when it is erased, replaced, or merged into another one; a fork gets none.
 */
export interface DocumentPort {
	get(tenant: TenantId, kind: string, id: string): Promise<DocumentRecord | undefined>;
	/** By id, ascending by code point. */
	list(query: DocumentListQuery): Promise<DocumentRecord[]>;
	/**
	 * Stores a document in the place of the one that there is, with all its parts, and gives its new revision. False, with
	 * nothing written, when something else is there than expected, or there is no such session in the tenant. Of several at
	 * once that expect the same, one succeeds. `at`: the writer's clock, for `createdAt` and `updatedAt`.
	 */
	put(
		tenant: TenantId,
		document: DocumentDraft,
		expect: DocumentExpectation,
		at: number,
	): Promise<number | false>;
	/** False when there is none, or, where a revision is given, not with this one. */
	remove(tenant: TenantId, kind: string, id: string, rev?: number): Promise<boolean>;
	/** Removes those of the tenant that have expired by `now`; gives how many. Large numbers go in several steps. */
	sweep(tenant: TenantId, now: number): Promise<number>;
}
