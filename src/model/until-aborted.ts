/**
 * Does work, and rejects with the signal's reason as soon as it aborts. Work that ignores the signal is not
 * waited for.
 */
export function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
	if (signal.aborted) return Promise.reject(signal.reason);
	return new Promise((resolve, reject) => {
		const stop = (): void => reject(signal.reason);
		signal.addEventListener("abort", stop, { once: true });
		// After an abort, the result is dropped: the promise is already settled.
		work()
			.then(resolve, reject)
			.finally(() => signal.removeEventListener("abort", stop));
	});
}
