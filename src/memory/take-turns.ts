import { setImmediate } from "node:timers/promises";

/** How long work may block the event loop, in milliseconds. */
const LONGEST = 8;

/** For long work: await the returned function between steps. It yields to the event loop every few milliseconds. */
export function takeTurns(): () => Promise<void> {
	let since = performance.now();
	return async () => {
		if (performance.now() - since < LONGEST) return;
		await setImmediate();
		since = performance.now();
	};
}
