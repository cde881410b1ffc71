import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countOf, createPostings, docOf } from "./postings.ts";

describe("postings", () => {
	it("give back the documents of each term in the order they came, with their counts", () => {
		const step = fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: 1, max: 300 }));
		fc.assert(
			fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
				const postings = createPostings();
				const expected = new Map<number, [doc: number, count: number][]>();
				steps.forEach(([term, count], doc) => {
					postings.add(term, doc, count);
					expected.set(term, [...(expected.get(term) ?? []), [doc, Math.min(count, 255)]]);
				});
				const into = new Int32Array(steps.length);
				for (let term = -7; term <= 7; term++) {
					const wanted = expected.get(term) ?? [];
					expect(postings.count(term)).toBe(wanted.length);
					expect(postings.read(term, into)).toBe(wanted.length);
					const read = Array.from(into.subarray(0, wanted.length), (one) => [docOf(one), countOf(one)]);
					expect(read).toEqual(wanted);
				}
				expect(postings.terms).toBe(expected.size);
			}),
		);
	});

	it("hold a term that everyone uses and terms that one uses", () => {
		const postings = createPostings();
		for (let doc = 0; doc < 5_000; doc++) {
			postings.add(1, doc, 1);
			postings.add(1_000_000 + doc, doc, 2);
		}
		const into = new Int32Array(5_000);
		expect(postings.read(1, into)).toBe(5_000);
		expect(into.every((one, doc) => docOf(one) === doc)).toBe(true);
		expect(postings.live(1_004_999)).toBe(1);
	});

	it("take a hash with or without its sign as the same", () => {
		const postings = createPostings();
		postings.add(0xffff_fff0, 3, 1);
		expect(postings.count(0xffff_fff0 | 0)).toBe(1);
		expect(postings.count(0xffff_fff0)).toBe(1);
	});

	it("count what was dropped apart", () => {
		const postings = createPostings();
		postings.add(5, 0, 1);
		postings.add(5, 1, 1);
		postings.drop(5);
		postings.drop(6);
		expect([postings.count(5), postings.live(5), postings.live(6)]).toEqual([2, 1, 0]);
	});
});
