import type { KnownSession } from "./append-statement.ts";

/** The number of cached sessions. */
const ROOM = 50_000;

/** Sessions that this process has appended to, by name key or uid. The least recently used are dropped. */
export class KnownSessions {
	/** Oldest first. */
	readonly #byKey = new Map<string, KnownSession>();

	get(key: string): KnownSession | undefined {
		return this.#byKey.get(key);
	}

	set(key: string, session: KnownSession): void {
		this.#byKey.delete(key);
		this.#byKey.set(key, session);
		if (this.#byKey.size <= ROOM) return;
		for (const oldest of this.#byKey.keys()) {
			this.#byKey.delete(oldest);
			return;
		}
	}

	delete(key: string): void {
		this.#byKey.delete(key);
	}
}
