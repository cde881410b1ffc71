import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Unit } from "./history-units.ts";
import { stepFor, stepStart } from "./trim-steps.ts";

const unit = (place: number): Unit => ({
	role: "user",
	sessionId: "s",
	place,
	offsets: [place],
	at: "",
	content: [{ type: "text", text: "x" }],
});
const newest = (said: number, count: number): Unit[] =>
	Array.from({ length: Math.min(said, count) }, (_, i) => unit(said - Math.min(said, count) + i));
const firstOf = (said: number, count: number): number => {
	const units = newest(said, count);
	return units[stepStart(units, said)]?.place ?? said;
};

describe("trimming in steps (ME12)", () => {
	it("a step is between 0.4 and 0.62 of what fits", () => {
		for (let count = 20; count < 1_000; count++) {
			expect(stepFor(count) / count).toBeGreaterThan(0.4);
			expect(stepFor(count) / count).toBeLessThan(0.62);
		}
	});

	it("the first message stays the same while a step fills up, and never moves back", () =>
		fc.assert(
			fc.property(fc.integer({ min: 20, max: 300 }), (count) => {
				const starts = Array.from({ length: 4 * count }, (_, said) => firstOf(said, count));
				expect(starts).toEqual(starts.toSorted((a, b) => a - b));
				expect(new Set(starts).size).toBeLessThanOrEqual(1 + Math.ceil((4 * count) / stepFor(count)));
			}),
		));

	it("at least a third of what fits is kept, and short histories lose nothing more", () => {
		for (const count of [4, 19]) expect(firstOf(100, count)).toBe(100 - count);
		for (let said = 0; said < 500; said++) {
			const kept = said - firstOf(said, 60);
			expect(kept).toBeGreaterThanOrEqual(Math.min(said, 20));
			expect(kept).toBeLessThanOrEqual(60);
		}
	});
});
