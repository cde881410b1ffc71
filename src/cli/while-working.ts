import type { Call } from "./command.ts";
import { Declined } from "./usage-error.ts";

/** How often a terminal is told that it still goes on. */
const EVERY_MS = 250;

/** Work that does not say how far it is: seconds go by on a terminal, and Ctrl-C stops waiting for it. */
export async function whileWorking<T>(
	{ progress, err, signal }: Pick<Call, "progress" | "err" | "signal">,
	title: string,
	work: () => Promise<T>,
	/** What is said when Ctrl-C was pressed. */
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
