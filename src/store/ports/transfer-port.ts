import type { TenantId } from "../../event/index.ts";
import type { FactOwner } from "./fact-port.ts";

/**
 * The kinds of rows that a tenant has, in the order in which they can be loaded: a row comes after the rows that it names.
 *
 * - `users`: one row per user.
 * - `state`: the `app:` keys of an agent, or the `user:` keys of a user under it. One row per owner.
 * - `subscriptions`: webhooks of agents and of the tenant.
 * - `sessions`: the session, its own state, idempotency keys, deliveries and runs.
 * - `events`: one row per event.
 * - `spans`: the spans of one tree of runs.
 * - `facts`: the fact with its sources and its history.
 * - `segments`: pieces of the search index of sessions.
 * - `jobs`, `documents`, `embedder`: as they are stored.
 */
export const TRANSFER_KINDS = [
	"users",
	"state",
	"subscriptions",
	"sessions",
	"events",
	"spans",
	"facts",
	"segments",
	"jobs",
	"documents",
	"embedder",
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

export type TransferValue = string | number | Uint8Array | null;
export type TransferKey = readonly (string | number)[];

/**
 * Something that is stored, in a form that all stores share. It names sessions by uid, and facts and runs by id, never by
 * the numbers of a store. Lists are JSON text. Equal rows of two stores mean the same.
 */
export interface TransferRow {
	/** Unique among the rows of the tenant and kind. */
	key: TransferKey;
	values: Readonly<Record<string, TransferValue>>;
}

/** A place in the rows of a kind. Its content is the store's own business. */
export type TransferCursor = readonly TransferValue[];

export interface TransferPage<T = TransferRow> {
	rows: T[];
	/** Where the next page begins; undefined: this was the last one. A page before the last one may be empty. */
	next: TransferCursor | undefined;
}

export interface TransferQuery {
	after: TransferCursor | undefined;
	limit: number;
}

/** The facts of one owner, as an import brings them. */
export interface FactLoadPlan {
	owner: FactOwner;
	/** Rows of kind `facts`, oldest first. All of them are the owner's. */
	facts: readonly TransferRow[];
	/** What to do if the owner has facts, or the tenant has a fact with one of these ids. */
	onConflict: "fail" | "skip" | "replace";
}

/**
 * Reads and writes everything that the store holds, for exports, imports and copies of a whole installation. Facts get new
 * numbers and revisions when they are loaded; those of one space keep their order.
 */
export interface TransferPort {
	/**
	 * Tenants that have any row, ascending by code point, behind `after`. `capability_missing` where the store may not look
	 * beyond one tenant.
	 */
	tenants(after: TenantId | undefined, limit: number): Promise<TenantId[]>;
	/** The rows of a kind, each once if nothing changes meanwhile. Facts come oldest first in each space. */
	read(tenant: TenantId, kind: TransferKind, query: TransferQuery): Promise<TransferPage>;
	/** Those of these rows that there are, in any order. */
	get(tenant: TenantId, kind: TransferKind, keys: readonly TransferKey[]): Promise<TransferRow[]>;
	/**
	 * Stores rows in one step, in their order, each in the place of the one with its key. With `absent` a row whose key is
	 * there is left alone. Rows that name a session or a run that is not there are left out. Gives how many were stored.
	 */
	load(
		tenant: TenantId,
		kind: TransferKind,
		rows: readonly TransferRow[],
		options?: { absent?: boolean },
	): Promise<number>;
	/** Removes rows in one step; a session goes with all that hangs on it. Those that are gone are passed over. */
	remove(tenant: TenantId, kind: TransferKind, keys: readonly TransferKey[]): Promise<void>;
	/** Who has facts: by space, then by user; the sessions of a space come before its users. */
	owners(tenant: TenantId, query: TransferQuery): Promise<TransferPage<FactOwner>>;
	/**
	 * Stores the facts of an owner, all or none. `already_exists` with `fail`, where there is something in the way;
	 * `not_found` if the owner is a session that is not there. Sources in sessions that are gone are passed over.
	 */
	loadFacts(plan: FactLoadPlan): Promise<"created" | "replaced" | "skipped">;
}
