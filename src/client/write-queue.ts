/**
 * Writes to one session are sent in the order in which they were asked for: each when the one before it was answered.
 * Sessions do not wait for each other.
 */
export function createWriteQueue(): <T>(session: string, write: () => Promise<T>) => Promise<T> {
	const last = new Map<string, Promise<unknown>>();
	return (session, write) => {
		const before = last.get(session);
		const result = before ? before.then(write) : write();
		// What became of it is for who asked; the next one goes on either way.
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
