import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { topK } from "./top-k.ts";

describe("the best of a scan (FA2)", () => {
	test("are what sorting everything gives, of equal scores the earlier rows", () => {
		const scores = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 60 });
		fc.assert(
			fc.property(scores, fc.integer({ min: 0, max: 70 }), fc.boolean(), (given, k, odd) => {
				const accept = (row: number): boolean => !odd || row % 2 === 1;
				const sorted = given
					.map((score, row) => ({ row, score }))
					.filter(({ row }) => accept(row))
					.sort((a, b) => b.score - a.score || a.row - b.row);
				expect(topK(Float32Array.from(given), k, accept)).toEqual(sorted.slice(0, k));
			}),
		);
	});

	test("k = 0 returns no rows", () => {
		expect(topK([1, 2], 0)).toEqual([]);
		expect(topK([1, 2], Number.NaN)).toEqual([]);
	});
});
