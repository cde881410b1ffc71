import type { SessionTarget } from "./ports/index.ts";

/** The listeners of one process, by session: by uid where it is known, by name key while it is not. */
export class Watchers {
	readonly #byKey = new Map<string, Set<() => void>>();

	static keyOf(target: SessionTarget): string {
		return "name" in target ? target.name.key : target.uid;
	}

	get size(): number {
		return this.#byKey.size;
	}

	has(key: string): boolean {
		return this.#byKey.has(key);
	}

	keys(): Iterable<string> {
		return this.#byKey.keys();
	}

	add(target: SessionTarget, wake: () => void): () => void {
		const key = Watchers.keyOf(target);
		const set = this.#byKey.get(key) ?? new Set();
		this.#byKey.set(key, set);
		// A listener of its own per call: the same function may watch twice and stop once.
		const listener = (): void => wake();
		set.add(listener);
		return () => {
			set.delete(listener);
			if (set.size === 0 && this.#byKey.get(key) === set) this.#byKey.delete(key);
		};
	}

	wake(key: string): void {
		for (const listener of this.#byKey.get(key) ?? []) listener();
	}

	wakeAll(): void {
		for (const key of [...this.#byKey.keys()]) this.wake(key);
	}
}
