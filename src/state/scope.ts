/** The scope of a state key. `temp:` keys belong to a run and are never stored. */
export type StateScope = "session" | "user" | "app" | "temp";

/** The scope that a key's prefix names. Without a prefix: the session. */
export function scopeOf(key: string): StateScope {
	if (key.startsWith("user:")) return "user";
	if (key.startsWith("app:")) return "app";
	if (key.startsWith("temp:")) return "temp";
	return "session";
}

/**
 * The scope in which a key is stored. A session without a user stores `user:` keys itself. They move to the user
 * when the session is re-keyed to one.
 */
export function ownerOf(key: string, hasUser: boolean): Exclude<StateScope, "temp"> {
	const scope = scopeOf(key);
	if (scope === "temp") throw new RangeError(`temp: keys have no owner (${key})`);
	return scope === "user" && !hasUser ? "session" : scope;
}
