/** How long a verified credential is trusted without another look-up. */
const FRESH_MS = 2_000;
const MOST = 10_000;

interface Entry<T> {
	value: T;
	until: number;
}

/**
 * Credentials that were verified a moment ago, by the digest of their text. Looking up a digest instead of the text
 * leaks nothing about stored credentials through timing.
 */
export class CredentialCache<T> {
	readonly #entries = new Map<string, Entry<T>>();
	/** Incremented by each `forget`. A look-up that began before it is not cached. */
	#forgotten = 0;

	get forgotten(): number {
		return this.#forgotten;
	}

	get(digest: Buffer): T | undefined {
		const entry = this.#entries.get(digest.toString("latin1"));
		return entry && entry.until > Date.now() ? entry.value : undefined;
	}

	/** Call this before looking up the credential, and pass the result to the returned function. */
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
