import type { SessionUid, TenantId, UserId } from "../../event/index.ts";

/** The owner of entries in an index: a space itself, one user in it, or one session. */
export interface IndexOwner {
	/** The tenant. */
	tenant: TenantId;
	/** The space. For messages: the own space of the agent. */
	space: string;
	/** The user; undefined: no user. For messages: the user of the session. */
	userId: UserId | undefined;
	/** The session; undefined: not of a single session. Every message has one. */
	uid: SessionUid | undefined;
	/** What the entries are. */
	kind: "fact" | "message";
}

/** All entries of one kind in a space, of any owner. */
export interface IndexSpace {
	/** The tenant. */
	tenant: TenantId;
	/** The space. */
	space: string;
	/** What the entries are. */
	kind: "fact" | "message";
	/** Distinguishes it from an `IndexOwner`. */
	everybody: true;
}

/** The entries that have a mark of their own: those of an owner, or of a whole space. */
export type IndexTarget = IndexOwner | IndexSpace;

/** How far an index has caught up with the store. */
export interface IndexMark {
	/** The index contains everything up to this revision of the target. */
	rev: number;
	/** The embedder of its vectors. Undefined: no vectors, only words. */
	embedder: string | undefined;
}
