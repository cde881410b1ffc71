import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createVectors } from "./vectors.ts";

function cosine(a: Int8Array, b: Int8Array): number {
	let [sum, left, right] = [0, 0, 0];
	a.forEach((value, i) => {
		sum += value * (b[i] ?? 0);
		left += value * value;
		right += (b[i] ?? 0) ** 2;
	});
	return left === 0 || right === 0 ? 0 : sum / Math.sqrt(left * right);
}

describe("the vectors of a view", () => {
	it("are compared by their cosine, few and many", () => {
		const vector = fc.int8Array({ minLength: 20, maxLength: 20 });
		fc.assert(
			fc.property(
				fc.array(vector, { minLength: 1, maxLength: 30 }),
				vector,
				fc.boolean(),
				(rows, asked, many) => {
					const vectors = createVectors();
					// From about 2,000 rows on, the vectors are in another kind of store.
					vectors.reserve(many ? 3_000 : 1);
					rows.forEach((row, i) => {
						vectors.set(i, row);
					});
					if (!vectors.ask(asked)) {
						expect(asked.every((value) => value === 0)).toBe(true);
						return;
					}
					const scanned = vectors.scan(rows.length);
					rows.forEach((row, i) => {
						expect(vectors.cosine(i)).toBeCloseTo(cosine(asked, row), 5);
						expect(scanned[i]).toBeCloseTo(cosine(asked, row), 5);
					});
				},
			),
		);
	});

	it("are like nothing where there is none, or one of another length", () => {
		const vectors = createVectors();
		vectors.set(0, undefined);
		vectors.set(1, Int8Array.of(1, 2));
		vectors.set(2, Int8Array.of(1, 2, 3));
		expect(vectors.ask(Int8Array.of(1))).toBe(false);
		expect(vectors.ask(Int8Array.of(1, 2))).toBe(true);
		expect([0, 1, 2, 99].map((row) => Math.round(vectors.cosine(row) * 1e6) / 1e6)).toEqual([0, 1, 0, 0]);
		expect([vectors.get(0), vectors.get(2)]).toEqual([undefined, undefined]);
	});

	it("know the length of a sum of directions", () => {
		const vectors = createVectors();
		vectors.set(0, Int8Array.of(3, 4));
		vectors.set(1, Int8Array.of(-4, 3));
		expect(vectors.lengthOfSum(Int32Array.of(0, 1, -1), [1, 1, 9])).toBeCloseTo(Math.SQRT2, 5);
		expect(vectors.lengthOfSum(Int32Array.of(0, 0), [1, 0.5])).toBeCloseTo(1.5, 5);
	});
});
