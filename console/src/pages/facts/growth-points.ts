const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The possible step lengths. The shortest one that needs at most `MOST` steps is used. */
const STEPS = [
	SECOND,
	5 * SECOND,
	15 * SECOND,
	MINUTE,
	5 * MINUTE,
	15 * MINUTE,
	HOUR,
	6 * HOUR,
	DAY,
	7 * DAY,
	30 * DAY,
	365 * DAY,
];
const MOST = 48;

export interface GrowthPoint {
	/** The end of the step, in milliseconds. */
	at: number;
	/** The total by then. */
	total: number;
	/** The number added in the step. */
	added: number;
}

/** The totals step by step, from the first time to now. */
export function growthPoints(times: readonly number[], now: number): GrowthPoint[] {
	if (times.length === 0) return [];
	const sorted = [...times].sort((a, b) => a - b);
	const first = sorted[0] as number;
	const end = Math.max(now, sorted.at(-1) as number);
	const step = STEPS.find((one) => (end - first) / one < MOST - 1) ?? (end - first) / (MOST - 2);
	const start = Math.floor(first / step) * step;
	const points: GrowthPoint[] = [{ at: start, total: 0, added: 0 }];
	let read = 0;
	for (let at = start + step; ; at += step) {
		const before = read;
		while (read < sorted.length && (sorted[read] as number) < at) read += 1;
		// The last step is not over yet.
		points.push({ at: Math.min(at, end), total: read, added: read - before });
		if (at > end) return points;
	}
}

/** Round numbers for an axis from 0 to at least `most`. */
export function axisTicks(most: number): number[] {
	const rough = Math.max(1, most / 4);
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power;
	const ticks = [0];
	for (let value = step; (ticks.at(-1) as number) < most; value += step) ticks.push(value);
	return ticks;
}
