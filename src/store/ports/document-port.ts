import type { JsonObject, SessionUid, TenantId } from "../../event/index.ts";

/**
 * A small record of a tenant: a key, a secret, a stored response, a piece of a stream. Times are in
 * milliseconds.
 */
export interface DocumentRecord {
	/** The tenant. */
	tenant: TenantId;
	/** The kind of document, e.g. `agent_memory`. */
	kind: string;
	/** Unique within the tenant and kind. Up to 512 characters. */
	id: string;
	/**
	 * Increases with each change. Starts at a random number, so that a document that was removed and created
	 * again is not mistaken for the old one.
	 */
	rev: number;
	/** The content. */
	body: JsonObject;
	/** When it was created, in milliseconds. */
	createdAt: number;
	/** When it last changed, in milliseconds. */
	updatedAt: number;
	/** When it expires, by the store's clock. From then on it counts as deleted. */
	expiresAt: number | undefined;
	/** The session it belongs to, if any. */
	uid: SessionUid | undefined;
}

/** A document to store. */
export interface DocumentDraft {
	/** The kind of document. */
	kind: string;
	/** Unique within the tenant and kind. */
	id: string;
	/** The content. */
	body: JsonObject;
	/** When it expires, in milliseconds. Default: never. */
	expiresAt?: number | undefined;
	/** The session it belongs to. Default: none. */
	uid?: SessionUid | undefined;
}

/** Which documents to list. */
export interface DocumentListQuery {
	/** The tenant. */
	tenant: TenantId;
	/** Only documents of this kind. */
	kind: string;
	/** The prefix of the ids, compared literally: there are no wildcards. */
	prefix?: string | undefined;
	/** The last id of the previous page. */
	after?: string | undefined;
	/** The maximum number of results. */
	limit: number;
}

/** What must be stored when a document is put: nothing, this revision, or anything. */
export type DocumentExpectation = "absent" | number | undefined;

/** A document to store, and what must be stored before. */
export interface DocumentPut {
	/** The tenant. */
	tenant: TenantId;
	/** The document. */
	document: DocumentDraft;
	/** What must be stored now. */
	expect: DocumentExpectation;
	/** The writer's clock, in milliseconds. */
	at: number;
}

/** Which document to remove. */
export interface DocumentRemoval {
	/** The tenant. */
	tenant: TenantId;
	/** The kind of document. */
	kind: string;
	/** The id of the document. */
	id: string;
	/** Only if the document has this revision. */
	rev?: number | undefined;
}

/**
 * Kinds that contain content. They are deleted with all data of a tenant; those of a session also when events
 * of the session are erased. Other kinds, except those of agents, are configuration and stay.
 */
export const CONTENT_KINDS = ["answer", "feed"] as const;

/**
 * Kinds that describe an agent; their id is the agent's id. They are deleted with the agent and with the
 * whole tenant.
 */
export const AGENT_KINDS = ["agent_memory"] as const;

/**
 * Documents of a tenant. Each call is atomic. An expired document counts as deleted. Documents of a session
 * are deleted when it is erased, replaced, or merged into another session. A fork gets none.
 */
export interface DocumentPort {
	/** The document; undefined if it does not exist or has expired. */
	get(tenant: TenantId, kind: string, id: string): Promise<DocumentRecord | undefined>;
	/** Sorted by id, ascending by code point. */
	list(query: DocumentListQuery): Promise<DocumentRecord[]>;
	/**
	 * Stores a document in place of the existing one and returns its new revision. Returns false and writes
	 * nothing if what is stored does not match `expect`, or if the session does not exist in the tenant. Of
	 * several concurrent puts with the same expectation, one succeeds. `at` is the writer's clock, for
	 * `createdAt` and `updatedAt`.
	 */
	put(put: DocumentPut): Promise<number | false>;
	/** False if the document does not exist or, if `rev` is given, has another revision. */
	remove(removal: DocumentRemoval): Promise<boolean>;
	/**
	 * Removes the tenant's documents that have expired by `now`, and returns how many. Large numbers are
	 * removed in several steps.
	 */
	sweep(tenant: TenantId, now: number): Promise<number>;
}
