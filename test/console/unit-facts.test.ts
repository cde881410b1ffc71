import { describe, expect, test } from "vitest";
import { axisTicks, growthPoints } from "../../console/src/pages/facts/growth-points.ts";
import { wordDiff } from "../../console/src/pages/facts/word-diff.ts";
import { partsOf, scaleOf } from "../../console/src/parts/score-scale.ts";

const DAY = 86_400_000;

describe("IF5: how facts grew", () => {
	test("each point counts all before it, the last one all there are", () => {
		const times = [5 * DAY, DAY, DAY + 1, 3 * DAY];
		const points = growthPoints(times, 10 * DAY);
		expect(points.at(0)).toMatchObject({ total: 0 });
		expect(points.at(-1)).toMatchObject({ total: 4, at: 10 * DAY });
		expect(points.reduce((sum, { added }) => sum + added, 0)).toBe(4);
		for (const [i, { at, total }] of points.entries()) {
			if (i < points.length - 1) expect(total).toBe(times.filter((time) => time < at).length);
		}
	});

	test.each([1, 1_000, 3_600_000, DAY, 40 * DAY, 4_000 * DAY, 100_000 * DAY])(
		"there are never too many points, over %d ms",
		(span) => {
			const points = growthPoints([0, span], span);
			expect(points.length).toBeGreaterThan(1);
			expect(points.length).toBeLessThanOrEqual(50);
			expect(points.at(-1)?.total).toBe(2);
		},
	);

	test("nothing makes no picture", () => {
		expect(growthPoints([], 1)).toEqual([]);
	});

	test.each([
		[0, [0]],
		[3, [0, 1, 2, 3]],
		[15, [0, 5, 10, 15]],
		[2_000, [0, 500, 1_000, 1_500, 2_000]],
	])("the axis up to %d has round numbers", (most, ticks) => {
		expect(axisTicks(most)).toEqual(ticks);
	});
});

describe("IF5: what was changed of a text", () => {
	test.each([
		["The user is vegetarian.", "The user is vegan since March."],
		["", "new"],
		["a b c", "c b a"],
		["same", "same"],
		["w ".repeat(700), "x"],
	])("the pieces make both texts again", (before, after) => {
		const pieces = wordDiff(before, after);
		const without = (change: string) =>
			pieces
				.filter((piece) => piece.change !== change)
				.map(({ text }) => text)
				.join("");
		expect(without("new")).toBe(before);
		expect(without("gone")).toBe(after);
	});
});

describe("IF5: the parts of scores", () => {
	test("one scale fits all of them, those that speak against, too", () => {
		const scale = scaleOf([
			{ keyword: 0.5, vector: 0.25 },
			{ keyword: 0.1, prior: -0.05 },
		]);
		expect(scale).toEqual({ low: -0.05, high: 0.75 });
	});

	test("what cannot be seen is not told", () => {
		expect(partsOf({ prior: 0.0001, vector: 0.2, keyword: 0.1 })).toEqual([
			{ name: "keyword", value: 0.1 },
			{ name: "vector", value: 0.2 },
		]);
	});
});
