import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dot, quantize } from "./quantize.ts";

const vectors = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 });

describe("vectors in bytes (FA2)", () => {
	test("no value is further from what it stands for than half a step", () => {
		fc.assert(
			fc.property(vectors, (vector) => {
				const { values, scale } = quantize(vector);
				const most = Math.max(scale * 0.5000001, 1e-300);
				vector.forEach((value, i) => {
					expect(Math.abs((values[i] as number) * scale - value)).toBeLessThanOrEqual(most);
				});
			}),
		);
	});

	test("a vector of zeros stays one, also in bytes that were used before", () => {
		expect(quantize([0, 0], new Int8Array([3, 4]))).toEqual({ values: new Int8Array(2), scale: 0 });
	});

	test.each([Number.NaN, Number.POSITIVE_INFINITY])("%s is refused", (value) => {
		expect(() => quantize([1, value])).toThrow(RangeError);
	});

	test("the inner product is that of the vectors, nearly", () => {
		expect(dot(quantize([1, 2, 3]), quantize([-3, 0.5, 2]))).toBeCloseTo(4, 1);
		expect(() => dot(quantize([1]), quantize([1, 2]))).toThrow("1 and 2 dimensions");
	});
});
