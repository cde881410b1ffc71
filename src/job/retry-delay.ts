const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;

/** How long to wait after so many failed attempts: doubles each time, with random jitter. */
export function retryDelay(attempts: number, random: () => number = Math.random): number {
	const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, attempts - 1));
	return Math.round(full * (0.75 + random() / 2));
}
