import type { Page, PageOptions } from "../session/index.ts";

/** What a key may do. Each includes the one before: reading, working with agents, everything of the tenant. */
export const KEY_SCOPES = ["read", "agent", "admin"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A key, without its secret, which is shown once and never kept. */
export interface KeyInfo {
	id: string;
	tenant: string;
	scope: KeyScope;
	/** What it is for. */
	name?: string;
	createdAt: string;
	expiresAt?: string;
}

export interface NewKey {
	scope: KeyScope;
	name?: string | undefined;
	/** Default: it does not expire. */
	expiresInSeconds?: number | undefined;
}

/** The keys that callers of the tenant present to a server. */
export interface Keys {
	/** Makes a key. This is the only time that it is shown. */
	create(options: NewKey): Promise<KeyInfo & { key: string }>;
	/** By age, oldest first. */
	list(options?: PageOptions): Promise<Page<KeyInfo>>;
	/** From now on the key is no good. */
	revoke(id: string): Promise<void>;
}

/** Short-lived tokens with which one user talks to a server. */
export interface Tokens {
	create(options: {
		userId: string;
		/** Default 900, at most 86,400. */
		expiresInSeconds?: number | undefined;
	}): Promise<{ token: string; expiresAt: string }>;
}
