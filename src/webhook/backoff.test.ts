import { expect, test } from "vitest";
import { afterFailure, PATIENCE } from "./backoff.ts";

const failure = { error: "answered 500", final: false };
const HOUR = 3_600_000;

/** Fails at each attempt; gives the waits between them. */
function waits(): number[] {
	const found: number[] = [];
	let now = 0;
	for (let attempts = 0; attempts < 100; attempts++) {
		const failingSince = attempts === 0 ? undefined : 0;
		const outcome = afterFailure({ attempts, failingSince }, failure, now, PATIENCE);
		if (!("retry" in outcome)) return found;
		found.push(outcome.retry.dueAt - now);
		now = outcome.retry.dueAt;
	}
	return found;
}

test("IF3: waits grow from a second to six hours; it is given up after a day of failures", () => {
	const seconds = waits().map((ms) => ms / 1_000);
	expect(seconds.slice(0, 7)).toEqual([1, 5, 30, 120, 600, 3_600, 21_600]);
	const total = seconds.reduce((sum, one) => sum + one, 0) * 1_000;
	expect(total).toBeGreaterThanOrEqual(24 * HOUR);
	expect(total).toBeLessThan(31 * HOUR);
});

test("IF3: a receiver that wants no more is left at once; one that asks for time gets it, within reason", () => {
	const fresh = { attempts: 0, failingSince: undefined };
	expect(afterFailure(fresh, { ...failure, final: true }, 5, PATIENCE)).toEqual({
		dead: { error: "answered 500", at: 5 },
	});
	const dueAt = (waitMs: number): unknown => {
		const outcome = afterFailure(fresh, { ...failure, waitMs }, 0, PATIENCE);
		return "retry" in outcome ? outcome.retry.dueAt : outcome;
	};
	expect([dueAt(10), dueAt(90_000), dueAt(1_000 * HOUR)]).toEqual([1_000, 90_000, 6 * HOUR]);
});
