/**
 * One row of the table: the value of Holdfast, the value of the raw engine in the same run, and their ratio.
 */
export interface Row {
	what: string;
	ours: string;
	raw: string;
	/** The value of Holdfast divided by that of the raw engine. */
	ratio: number;
	/** The target, e.g. ">= 0.5". */
	target: string;
	meets: boolean;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export function percentile(values: readonly number[], p: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}

export async function elapsed(run: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await run();
	return performance.now() - start;
}

/**
 * Times two pieces of work in turn, many times. Returns the median of each, and the median of the ratios of
 * the pairs: two measurements close in time share the state of the machine, so most of its noise cancels out.
 */
export async function alternate(
	pairs: number,
	ours: (i: number) => Promise<unknown>,
	raw: (i: number) => Promise<unknown>,
): Promise<{ oursMs: number; rawMs: number; rawOverOurs: number }> {
	const mine: number[] = [];
	const theirs: number[] = [];
	for (let i = 0; i < pairs; i++) {
		// The second one finds warmer caches, so the order alternates.
		const first = i % 2 === 0;
		if (first) mine.push(await elapsed(() => ours(i)));
		theirs.push(await elapsed(() => raw(i)));
		if (!first) mine.push(await elapsed(() => ours(i)));
	}
	const rawOverOurs = median(mine.map((ms, i) => (theirs[i] as number) / ms));
	return { oursMs: median(mine), rawMs: median(theirs), rawOverOurs };
}

export const perSecond = (count: number, ms: number): string =>
	`${Math.round((count / ms) * 1000).toLocaleString("en")}/s`;

export function atLeast(what: string, ours: string, raw: string, ratio: number, floor: number): Row {
	return { what, ours, raw, ratio, target: `≥ ${floor}`, meets: ratio >= floor };
}

export function atMost(what: string, ours: string, raw: string, ratio: number, ceiling: number): Row {
	return { what, ours, raw, ratio, target: `≤ ${ceiling}`, meets: ratio <= ceiling };
}

/** A figure without a target. */
export function forInformation(what: string, ours: string, raw: string, ratio: number): Row {
	return { what, ours, raw, ratio, target: "–", meets: true };
}
