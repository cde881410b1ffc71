import { fitText } from "./fit-text.ts";
import type { Screen } from "./screen.ts";

/** The progress of a long operation, shown on a terminal. */
export interface Progress {
	/** Updates the progress. `total` is optional. */
	at(done: number, total?: number, note?: string): void;
	/** Removes the bar. */
	end(): void;
}

const BAR = 24;
/** Minimum time between updates: more often, nobody could read them. */
const EVERY_MS = 50;

/** Prints only to a terminal: in a log file, a bar is noise. */
export function createProgress(screen: Screen, title: string, now: () => number = Date.now): Progress {
	if (!screen.isTty) return { at: () => {}, end: () => {} };
	let shownAt = Number.NEGATIVE_INFINITY;
	return {
		at(done, total, note = "") {
			const isLast = total !== undefined && done >= total;
			if (!isLast && now() - shownAt < EVERY_MS) return;
			shownAt = now();
			const amount = total === undefined ? String(done) : `${bar(done, total)} ${done}/${total}`;
			const line = [title, amount, note].filter((part) => part !== "").join(" ");
			screen.clearLine();
			screen.text(fitText(line.replaceAll("\n", " "), screen.width - 1));
		},
		end: () => screen.clearLine(),
	};
}

function bar(done: number, total: number): string {
	const full = total <= 0 ? BAR : Math.round((Math.min(done, total) / total) * BAR);
	return "█".repeat(full) + "░".repeat(BAR - full);
}
