/**
 * An iterator that is opened at the first `next()`. Unlike a generator, it can be closed while a `next()` is
 * pending: `return()` does not wait for the next value.
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
