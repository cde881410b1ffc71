/**
 * Returns the result of the action, or throws the signal's reason as soon as it is aborted, even if the
 * action ignores the signal. A later result of the action is ignored.
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
