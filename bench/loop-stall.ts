/** How long after the work its late parts are watched, in milliseconds. */
const AFTER = 250;

/** Times work, and the longest time in which the event loop did nothing else, until shortly after. In milliseconds. */
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
