/** Who owns a state key. `temp:` belongs to a run and is never stored. */
export type StateScope = "session" | "user" | "app" | "temp";

/** The scope that a key's prefix names; no prefix is this session. */
export function scopeOf(key: string): StateScope {
	if (key.startsWith("user:")) return "user";
	if (key.startsWith("app:")) return "app";
	if (key.startsWith("temp:")) return "temp";
	return "session";
}

/**
 * The scope a key is stored in. A session without user has nobody to share `user:` keys with: they fall to the
 * session and move to the user when the session is re-keyed.
 */
export function ownerOf(key: string, hasUser: boolean): Exclude<StateScope, "temp"> {
	const scope = scopeOf(key);
	if (scope === "temp") throw new RangeError(`temp: keys have no owner (${key})`);
	return scope === "user" && !hasUser ? "session" : scope;
}
