import { setImmediate } from "node:timers/promises";

/** How long work may keep everything else in the process waiting, in milliseconds. */
const LONGEST = 8;

/** For long work: to be awaited between its steps, so that others have their turn every few milliseconds. */
export function takeTurns(): () => Promise<void> {
	let since = performance.now();
	return async () => {
		if (performance.now() - since < LONGEST) return;
		await setImmediate();
		since = performance.now();
	};
}
