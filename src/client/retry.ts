/** How often, and how fast, failed requests are retried. */
export interface RetryOptions {
	/** Maximum number of tries, including the first. Default 5; 1: no retries. */
	tries?: number | undefined;
	/**
	 * Approximate delay before the second try in milliseconds. Each further delay can be twice as long. Default
	 * 200.
	 */
	firstDelayMs?: number | undefined;
	/** Maximum delay in milliseconds. Default 10,000. */
	maxDelayMs?: number | undefined;
}

export interface RetryPolicy {
	readonly tries: number;
	readonly firstDelayMs: number;
	readonly maxDelayMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { tries: 5, firstDelayMs: 200, maxDelayMs: 10_000 };

/** The delay after this many failures. Random, so that many clients do not retry at the same time. */
export function delayAfter(failures: number, { firstDelayMs, maxDelayMs }: RetryPolicy): number {
	const most = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(failures - 1, 30));
	return most * (0.5 + Math.random() / 2);
}

/** The delay of a `Retry-After` header: seconds, or a date. */
export function readRetryAfter(value: string | null, now: number): number | undefined {
	if (value === null || value.trim() === "") return undefined;
	const seconds = Number(value);
	const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - now;
	return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}

/** Resolves after the time, or immediately when one of the signals aborts. */
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
