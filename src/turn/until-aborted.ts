/**
 * What the action gives, or the signal's reason as soon as it is aborted: nobody waits for something that does not
 * heed the signal. What becomes of it later is ignored.
 */
export function untilAborted<T>(signal: AbortSignal, action: () => Promise<T>): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		if (signal.aborted) {
			reject(signal.reason);
			return;
		}
		const abort = (): void => reject(signal.reason);
		signal.addEventListener("abort", abort, { once: true });
		action()
			.then(resolve, reject)
			.finally(() => signal.removeEventListener("abort", abort));
	});
}
