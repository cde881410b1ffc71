import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeFact, encodeFact, retimed } from "./fact-entry.ts";

const analysis = fc
	.record({
		terms: fc.int32Array({ maxLength: 40 }),
		words: fc.nat(65_535),
		vector: fc.option(fc.int8Array({ minLength: 1, maxLength: 300 }), { nil: undefined }),
		seed: fc.nat(255),
	})
	.map(({ terms, words, vector, seed }) => ({
		terms,
		counts: Uint8Array.from(terms, (_, i) => (seed + i) % 256),
		words,
		...(vector && { vector }),
	}));

describe("the stored analysis of a fact", () => {
	test("comes back as it was, wherever in a buffer it lies", () => {
		fc.assert(
			fc.property(analysis, fc.nat(7), (given, shift) => {
				const bytes = encodeFact(given, 7.5);
				const moved = new Uint8Array(bytes.length + shift);
				moved.set(bytes, shift);
				expect(decodeFact(moved.subarray(shift))).toEqual({ ...given, at: 7.5 });
				expect(decodeFact(retimed(moved.subarray(shift), 9))?.at).toBe(9);
			}),
		);
	});

	test("is made again when it is damaged or of another version", () => {
		const bytes = encodeFact({ terms: Int32Array.of(1, 2), counts: Uint8Array.of(1, 1), words: 3 }, 0);
		expect(decodeFact(bytes.subarray(0, -1))).toBeUndefined();
		expect(decodeFact(new Uint8Array(0))).toBeUndefined();
		expect(decodeFact(bytes.with(1, 99))).toBeUndefined();
	});
});
