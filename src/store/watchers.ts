import type { SessionTarget } from "./ports/index.ts";

/**
 * The listeners of one process, by session: by uid if it is known, otherwise by name key. A store calls `wake`
 * after each commit. A store that several processes share also calls it after commits of other processes.
 */
export class Watchers {
	readonly #byKey = new Map<string, Set<() => void>>();

	/** The key of a target: its uid, or the key of its name. */
	static keyOf(target: SessionTarget): string {
		return "name" in target ? target.name.key : target.uid;
	}

	/** How many sessions are watched. */
	get size(): number {
		return this.#byKey.size;
	}

	/** Whether a session is watched. */
	has(key: string): boolean {
		return this.#byKey.has(key);
	}

	/** The keys of the watched sessions. */
	keys(): Iterable<string> {
		return this.#byKey.keys();
	}

	/** Adds a listener. Returns a function that removes it. */
	add(target: SessionTarget, wake: () => void): () => void {
		const key = Watchers.keyOf(target);
		const set = this.#byKey.get(key) ?? new Set();
		this.#byKey.set(key, set);
		// A separate listener per call: the same function can watch twice and stop once.
		const listener = (): void => wake();
		set.add(listener);
		return () => {
			set.delete(listener);
			if (set.size === 0 && this.#byKey.get(key) === set) this.#byKey.delete(key);
		};
	}

	/** Calls the listeners of a session. */
	wake(key: string): void {
		for (const listener of this.#byKey.get(key) ?? []) listener();
	}

	/** Calls all listeners. */
	wakeAll(): void {
		for (const key of [...this.#byKey.keys()]) this.wake(key);
	}
}
