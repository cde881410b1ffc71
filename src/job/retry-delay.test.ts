import { expect, it } from "vitest";
import { retryDelay } from "./retry-delay.ts";

it("waits twice as long after each failure, up to five minutes", () => {
	const middle = () => 0.5;
	expect([1, 2, 3, 4, 8].map((attempts) => retryDelay(attempts, middle))).toEqual([
		1_000, 2_000, 4_000, 8_000, 128_000,
	]);
	for (const attempts of [10, 20, 2_000]) expect(retryDelay(attempts, middle)).toBe(300_000);
	expect(retryDelay(0, middle)).toBe(1_000);
});

it("differs by up to a quarter, so that not everybody comes back at once", () => {
	expect(retryDelay(1, () => 0)).toBe(750);
	expect(retryDelay(1, () => 1)).toBe(1_250);
	for (let i = 0; i < 100; i++) {
		expect(retryDelay(3)).toBeGreaterThanOrEqual(3_000);
		expect(retryDelay(3)).toBeLessThanOrEqual(5_000);
	}
});
