import type { Call } from "./command.ts";
import { Declined } from "./usage-error.ts";

/** How often the elapsed time is updated on a terminal. */
const EVERY_MS = 250;

/** Runs work without known progress: shows the elapsed seconds on a terminal, and stops waiting on Ctrl-C. */
export async function whileWorking<T>(
	{ progress, err, signal }: Pick<Call, "progress" | "err" | "signal">,
	title: string,
	work: () => Promise<T>,
	/** Printed after Ctrl-C. */
	stopped: string,
): Promise<T> {
	const shown = progress(title);
	const startedAt = Date.now();
	const timer = setInterval(
		() => shown.at(Math.floor((Date.now() - startedAt) / 1_000), undefined, "s"),
		EVERY_MS,
	);
	const ended = new AbortController();
	const abort = new Promise<never>((_, reject) => {
		const stop = (): void => reject(new Declined(stopped, 130));
		if (signal.aborted) stop();
		else signal.addEventListener("abort", stop, { once: true, signal: ended.signal });
	});
	try {
		return await Promise.race([work(), abort]);
	} catch (error) {
		if (error instanceof Declined) {
			shown.end();
			err.line(stopped);
		}
		throw error;
	} finally {
		clearInterval(timer);
		ended.abort();
		shown.end();
	}
}
