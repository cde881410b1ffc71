import { timingSafeEqual } from "node:crypto";
import type { TenantId } from "../event/index.ts";
import type { Store } from "../store/ports/index.ts";
import { KEY_SCOPES, type KeyScope } from "./access.ts";
import { CredentialCache } from "./credential-cache.ts";
import { digestOf, type KeyName, readKeyText } from "./key-text.ts";

export const KEY_KIND = "key";

export interface VerifiedKey {
	tenant: TenantId;
	id: string;
	scope: KeyScope;
}

const caches = new WeakMap<Store, CredentialCache<VerifiedKey>>();

/** Keys of a store that were verified a moment ago. */
function cacheOf(store: Store): CredentialCache<VerifiedKey> {
	const known = caches.get(store) ?? new CredentialCache<VerifiedKey>();
	caches.set(store, known);
	return known;
}

/** Makes this process reject a revoked key immediately. Other processes do so within two seconds. */
export function forgetKey(store: Store, { tenant, id }: KeyName): void {
	cacheOf(store).forget((key) => key.id === id && key.tenant === tenant);
}

/** How many revocations this process has seen for the store. When it changes, cached results must be checked again. */
export const revocations = (store: Store): number => cacheOf(store).forgotten;

/** Used in place of a key that does not exist, so that a failed look-up takes the same time. */
const NOWHERE: KeyName = { tenant: "default" as TenantId, id: "0".repeat(24) };
const NO_DIGEST = Buffer.alloc(32);

const isScope = (value: unknown): value is KeyScope => KEY_SCOPES.some((scope) => scope === value);

/**
 * Returns the key that a text contains, or undefined. Invalid text, unknown, revoked and expired keys, and keys
 * with the wrong secret all take the same path: one look-up and one comparison.
 */
export async function verifyKey(store: Store, text: string): Promise<VerifiedKey | undefined> {
	const digest = digestOf(text);
	const cache = cacheOf(store);
	const cached = cache.get(digest);
	if (cached) return cached;
	const name = readKeyText(text) ?? NOWHERE;
	const keep = cache.begin(digest);
	const found = await store.documents.get(name.tenant, KEY_KIND, name.id);
	const hash = Buffer.from(String(found?.body.hash ?? ""), "hex");
	const same = timingSafeEqual(digest, hash.length === digest.length ? hash : NO_DIGEST);
	const scope = found?.body.scope;
	if (!same || name === NOWHERE || !isScope(scope)) return undefined;
	const key = { ...name, scope };
	keep(key, found?.expiresAt);
	return key;
}
