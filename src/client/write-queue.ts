/**
 * Sends writes to one session in the order of the calls: each after the previous one was answered. Different
 * sessions do not wait for each other.
 */
export function createWriteQueue(): <T>(session: string, write: () => Promise<T>) => Promise<T> {
	const last = new Map<string, Promise<unknown>>();
	return (session, write) => {
		const before = last.get(session);
		const result = before ? before.then(write) : write();
		// The caller handles the result. The next write continues either way.
		const settled = result.then(
			() => {},
			() => {},
		);
		last.set(session, settled);
		settled.then(() => {
			if (last.get(session) === settled) last.delete(session);
		});
		return result;
	};
}
