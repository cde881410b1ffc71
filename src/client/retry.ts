/** How often, and how fast, what failed on the way is tried again. */
export interface RetryOptions {
	/** How often at most, the first time included. Default 5; 1 never tries again. */
	tries?: number | undefined;
	/** About how long to wait before the second try, in milliseconds; each further wait may be twice as long. Default 200. */
	firstDelayMs?: number | undefined;
	/** No wait is longer. Default 10,000. */
	maxDelayMs?: number | undefined;
}

export interface RetryPolicy {
	readonly tries: number;
	readonly firstDelayMs: number;
	readonly maxDelayMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { tries: 5, firstDelayMs: 200, maxDelayMs: 10_000 };

/** How long to wait after so many failures: a random time, so that many clients do not come back at once. */
export function delayAfter(failures: number, { firstDelayMs, maxDelayMs }: RetryPolicy): number {
	const most = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(failures - 1, 30));
	return most * (0.5 + Math.random() / 2);
}

/** What a server asks for with `Retry-After`: seconds, or a date. */
export function readRetryAfter(value: string | null, now: number): number | undefined {
	if (value === null || value.trim() === "") return undefined;
	const seconds = Number(value);
	const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - now;
	return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}

/** Resolves when the time is over, or at once when one of the signals aborts. */
export function pause(ms: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
	if (signals.some((signal) => signal?.aborted)) return Promise.resolve();
	return new Promise((resolve) => {
		const done = (): void => {
			clearTimeout(timer);
			for (const signal of signals) signal?.removeEventListener("abort", done);
			resolve();
		};
		const timer = setTimeout(done, ms);
		for (const signal of signals) signal?.addEventListener("abort", done);
	});
}
