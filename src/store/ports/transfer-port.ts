import type { TenantId } from "../../event/index.ts";
import type { FactOwner } from "./fact-port.ts";

/**
 * The kinds of rows of a tenant, in load order: a row comes after the rows that it refers to.
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
/** A kind of row; see `TRANSFER_KINDS`. */
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** A value of a row. */
export type TransferValue = string | number | Uint8Array | null;
/** The key of a row. */
export type TransferKey = readonly (string | number)[];

/**
 * Stored data in a form that all stores share. It refers to sessions by uid and to facts and runs by id,
 * never by internal numbers of a store. Lists are JSON text. Equal rows of two stores mean the same.
 */
export interface TransferRow {
	/** Unique among the rows of the tenant and kind. */
	key: TransferKey;
	/** The values by column. */
	values: Readonly<Record<string, TransferValue>>;
}

/** A position in the rows of a kind. Its content is up to the store. */
export type TransferCursor = readonly TransferValue[];

/** A page of rows. */
export interface TransferPage<T = TransferRow> {
	/** The rows. */
	rows: T[];
	/** Where the next page begins. Undefined: this is the last page. Other pages may be empty. */
	next: TransferCursor | undefined;
}

/** Which page to read. */
export interface TransferQuery {
	/** The `next` of the previous page; undefined for the first. */
	after: TransferCursor | undefined;
	/** The maximum number of results. */
	limit: number;
}

/** Rows to store. */
export interface TransferLoad {
	/** The tenant. */
	tenant: TenantId;
	/** The kind of the rows. */
	kind: TransferKind;
	/** The rows. */
	rows: readonly TransferRow[];
	/** Leave existing rows unchanged. Default: replace them. */
	absent?: boolean | undefined;
}

/** The facts of one owner in an import. */
export interface FactLoadPlan {
	/** The owner. */
	owner: FactOwner;
	/** Rows of kind `facts`, oldest first. All belong to the owner. */
	facts: readonly TransferRow[];
	/** What to do if the owner has facts, or if the tenant has a fact with one of these ids. */
	onConflict: "fail" | "skip" | "replace";
}

/**
 * Reads and writes everything in the store, for exports, imports and copies of a whole installation. Facts
 * get new numbers and revisions when they are loaded; within a space they keep their order.
 */
export interface TransferPort {
	/**
	 * Tenants that have any row, ascending by code point, starting after `after`. `capability_missing` if the
	 * store has access to one tenant only.
	 */
	tenants(after: TenantId | undefined, limit: number): Promise<TenantId[]>;
	/**
	 * The rows of a kind, each once if nothing changes in the meantime. Within each space, facts are oldest
	 * first.
	 */
	read(tenant: TenantId, kind: TransferKind, query: TransferQuery): Promise<TransferPage>;
	/** The existing rows with these keys, in any order. */
	get(tenant: TenantId, kind: TransferKind, keys: readonly TransferKey[]): Promise<TransferRow[]>;
	/**
	 * Stores rows in one step, in their order. Each replaces the row with its key. With `absent`, existing rows
	 * are left unchanged. Rows that refer to a missing session or run are skipped. Returns how many rows were
	 * stored.
	 */
	load(load: TransferLoad): Promise<number>;
	/**
	 * Removes rows in one step. A session is removed with its events, runs, facts and everything else that
	 * belongs to it. Missing rows are skipped.
	 */
	remove(tenant: TenantId, kind: TransferKind, keys: readonly TransferKey[]): Promise<void>;
	/** The owners of facts, sorted by space and then by user. The sessions of a space come before its users. */
	owners(tenant: TenantId, query: TransferQuery): Promise<TransferPage<FactOwner>>;
	/**
	 * Stores the facts of an owner, all or none. With `fail`, rejects with `already_exists` if there is a
	 * conflict. Rejects with `not_found` if the owner is a session that does not exist. Sources in deleted
	 * sessions are skipped.
	 */
	loadFacts(plan: FactLoadPlan): Promise<"created" | "replaced" | "skipped">;
}
