import type { Page, PageOptions } from "../session/index.ts";

/** What a key may do. Each scope includes the one before it: read, work with agents, administer the tenant. */
export const KEY_SCOPES = ["read", "agent", "admin"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A key without its secret. The secret is shown once and never stored. */
export interface KeyInfo {
	/** Public id of the key. */
	id: string;
	/** The tenant that the key belongs to. */
	tenant: string;
	/** What the key may do: `read`, `agent` or `admin`. */
	scope: KeyScope;
	/** A label that says what the key is for. */
	name?: string;
	/** When the key was created, as an ISO 8601 timestamp. */
	createdAt: string;
	/** When the key expires. Absent if it does not expire. */
	expiresAt?: string;
}

/** Settings of a new key. */
export interface NewKey {
	/** What the key may do: `read`, `agent` or `admin`. Each includes the one before it. */
	scope: KeyScope;
	/** A label that says what the key is for. */
	name?: string | undefined;
	/** How long the key is valid. Default: it does not expire. */
	expiresInSeconds?: number | undefined;
}

/** The keys that programs use to authenticate to a server, for this tenant. */
export interface Keys {
	/** Creates a key. The result is the only place where its secret is shown. */
	create(options: NewKey): Promise<KeyInfo & { key: string }>;
	/** Lists keys, oldest first. */
	list(options?: PageOptions): Promise<Page<KeyInfo>>;
	/** Revokes a key. This process rejects it immediately, other processes within two seconds. */
	revoke(id: string): Promise<void>;
}

/** Short-lived tokens, each for one user of a server. */
export interface Tokens {
	/** Creates a token for a user. It cannot be revoked; it expires. */
	create(options: {
		userId: string;
		/** How long the token is valid. Default 900, at most 86,400. */
		expiresInSeconds?: number | undefined;
	}): Promise<{ token: string; expiresAt: string }>;
}
