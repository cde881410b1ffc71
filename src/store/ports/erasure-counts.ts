import type { ErasureCounts } from "./erasure-port.ts";

/** All counts at 0. */
export const noCounts = (): ErasureCounts => ({
	sessions: 0,
	events: 0,
	state: 0,
	users: 0,
	keys: 0,
	facts: 0,
	terms: 0,
	vectors: 0,
	jobs: 0,
	deliveries: 0,
	runs: 0,
	spans: 0,
});

/** The sum of two counts. */
export function addCounts(a: ErasureCounts, b: ErasureCounts): ErasureCounts {
	const sum = noCounts();
	for (const key of Object.keys(sum) as (keyof ErasureCounts)[]) sum[key] = a[key] + b[key];
	return sum;
}
