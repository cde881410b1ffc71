import { setImmediate as nextTurn } from "node:timers/promises";

/** The rate and latency of an operation. */
export interface Measured {
	what: string;
	count: number;
	perSecond: number;
	medianMs: number;
	p95Ms: number;
}

export interface Limits {
	readonly ms: number;
	readonly signal: AbortSignal;
	/** How many run at the same time. */
	readonly writers?: number;
	/** Called regularly with the elapsed share of the time. */
	readonly onTime?: (part: number) => void;
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], part: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** How often to yield to the event loop: an operation that never waits would block Ctrl-C. */
const TURN_MS = 20;

/** Repeats an operation for a time, at least once. */
export async function measure(
	what: string,
	{ ms, signal, writers = 1, onTime }: Limits,
	act: (writer: number, i: number) => unknown,
): Promise<Measured> {
	const took: number[] = [];
	const began = performance.now();
	let turnAt = began + TURN_MS;
	const work = async (writer: number): Promise<void> => {
		for (let i = 0; i === 0 || performance.now() - began < ms; i++) {
			if (signal.aborted) return;
			const start = performance.now();
			await act(writer, i);
			took.push(performance.now() - start);
			onTime?.(Math.min(1, (performance.now() - began) / ms));
			if (performance.now() < turnAt) continue;
			await nextTurn();
			turnAt = performance.now() + TURN_MS;
		}
	};
	// Wait for all of them, even if one failed: the next measurement must not overlap with them.
	const ended = await Promise.allSettled(Array.from({ length: writers }, (_, i) => work(i)));
	const failed = ended.find((one) => one.status === "rejected");
	if (failed) throw failed.reason;
	const seconds = (performance.now() - began) / 1_000;
	return {
		what,
		count: took.length,
		perSecond: took.length / seconds,
		medianMs: percentile(took, 0.5),
		p95Ms: percentile(took, 0.95),
	};
}
