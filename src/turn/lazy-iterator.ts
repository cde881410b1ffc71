/**
 * An iterator that is opened when it is first asked. Unlike a generator it can be left while it waits for what comes
 * next: whoever leaves is let go at once.
 */
export function lazyIterator<T>(
	open: () => Promise<AsyncIterator<T, void, undefined>>,
): AsyncIterableIterator<T, void, undefined> {
	let opened: Promise<AsyncIterator<T, void, undefined>> | undefined;
	let over = false;
	return {
		async next() {
			if (over) return { done: true, value: undefined };
			opened ??= open();
			try {
				return await (await opened).next();
			} catch (error) {
				over = true;
				throw error;
			}
		},
		async return() {
			over = true;
			const inner = await opened?.catch(() => undefined);
			await inner?.return?.();
			return { done: true, value: undefined };
		},
		[Symbol.asyncIterator]() {
			return this;
		},
	};
}
