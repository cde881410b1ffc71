/** How long to watch for late work after the end, in milliseconds. */
const AFTER = 250;

/**
 * Times work, and the longest time in which the event loop was blocked, until shortly after the end. In
 * milliseconds.
 */
export async function withStalls(work: () => Promise<unknown>): Promise<{ ms: number; stall: number }> {
	let stall = 0;
	let last = performance.now();
	const tick = setInterval(() => {
		const now = performance.now();
		stall = Math.max(stall, now - last);
		last = now;
	}, 1);
	const start = performance.now();
	await work();
	const ms = performance.now() - start;
	await new Promise((done) => setTimeout(done, AFTER));
	clearInterval(tick);
	return { ms, stall };
}
