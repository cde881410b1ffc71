import { closeSync, constants, fstatSync, openSync } from "node:fs";
import type { Terminal } from "./terminal.ts";

const EVERY_MS = 500;

/**
 * Aborted when nobody reads the output any more. A write would tell, but who follows may have nothing to write for hours,
 * and `… | head -1` would wait for it. Where the system does not tell it otherwise, the next write does.
 */
export function readerGone(stdout: Terminal["stdout"]): { signal: AbortSignal; end(): void } {
	const gone = new AbortController();
	const check = (): void => {
		if (hasNoReader()) gone.abort();
	};
	const timer = stdout === process.stdout && isPipe() ? setInterval(check, EVERY_MS) : undefined;
	timer?.unref();
	return { signal: gone.signal, end: () => clearInterval(timer) };
}

function isPipe(): boolean {
	try {
		return fstatSync(process.stdout.fd).isFIFO();
	} catch {
		return false;
	}
}

/** A pipe without a reader cannot be opened for writing: Linux says ENXIO. */
function hasNoReader(): boolean {
	try {
		closeSync(openSync(`/proc/self/fd/${process.stdout.fd}`, constants.O_WRONLY | constants.O_NONBLOCK));
		return false;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "ENXIO";
	}
}
