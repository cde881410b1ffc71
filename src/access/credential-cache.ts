/** How long a credential that was found to be good is not looked up again. */
const FRESH_MS = 2_000;
const MOST = 10_000;

interface Entry<T> {
	value: T;
	until: number;
}

/**
 * Credentials that were found to be good a moment ago, by the digest of their text: which text is in here cannot be found
 * out by the time that looking takes.
 */
export class CredentialCache<T> {
	readonly #entries = new Map<string, Entry<T>>();
	/** Moves up with each forgetting: what was read before it is not kept. */
	#forgotten = 0;

	get forgotten(): number {
		return this.#forgotten;
	}

	get(digest: Buffer): T | undefined {
		const entry = this.#entries.get(digest.toString("latin1"));
		return entry && entry.until > Date.now() ? entry.value : undefined;
	}

	/** Call before the credential is looked up; keep what was found with what it gives. */
	begin(digest: Buffer): (value: T, expiresAt?: number) => void {
		const began = this.#forgotten;
		return (value, expiresAt = Number.POSITIVE_INFINITY) => {
			if (began !== this.#forgotten) return;
			if (this.#entries.size >= MOST) this.#entries.clear();
			this.#entries.set(digest.toString("latin1"), {
				value,
				until: Math.min(Date.now() + FRESH_MS, expiresAt),
			});
		};
	}

	forget(which: (value: T) => boolean): void {
		this.#forgotten += 1;
		for (const [key, { value }] of this.#entries) if (which(value)) this.#entries.delete(key);
	}
}
