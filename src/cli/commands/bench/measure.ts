import { setImmediate as nextTurn } from "node:timers/promises";

/** How often something could be done, and how long it took. */
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
	/** How many do it at once. */
	readonly writers?: number;
	/** Called now and then, with the part of the time that is over. */
	readonly onTime?: (part: number) => void;
}

/** The value below which so much of the values lie. */
export function percentile(values: readonly number[], part: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** What never waits would keep Ctrl-C out: so often it has its turn. */
const TURN_MS = 20;

/** Does it again and again for a time, once at least. */
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
	// All are waited for, also when one has failed: what follows must not meet them.
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
