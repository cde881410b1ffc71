import { describe, expect, test } from "vitest";
import { changeBlock, eachPosting, MAX_POSTINGS, type Posting, packPostings } from "./postings-block.ts";

const unpack = (first: number, body: Uint8Array): Posting[] => {
	const found: Posting[] = [];
	eachPosting(first, body, (no, count) => found.push({ no, count }));
	return found;
};

describe("packed postings (FA2)", () => {
	test("are returned unchanged, for any difference between numbers", () => {
		const postings = [0, 1, 127, 128, 300, 16_384, 2 ** 32 + 5, 2 ** 53 - 1].map((no, i) => ({
			no,
			count: i * 36,
		}));
		expect(unpack(0, packPostings(0, postings))).toEqual(postings);
		const later = postings.slice(4);
		expect(unpack(200, packPostings(200, later))).toEqual(later);
		expect(unpack(7, packPostings(7, []))).toEqual([]);
	});

	test("a block takes changes in order: new ones, others, and those that go", () => {
		const block = { first: 10, postings: [10, 20, 30].map((no) => ({ no, count: 1 })) };
		const changes = [
			{ no: 10, count: 0 },
			{ no: 15, count: 2 },
			{ no: 20, count: 3 },
			{ no: 25, count: 0 },
			{ no: 40, count: 1 },
		];
		const after = [
			{ no: 15, count: 2 },
			{ no: 20, count: 3 },
			{ no: 30, count: 1 },
			{ no: 40, count: 1 },
		];
		expect(changeBlock(block, changes)).toEqual([{ first: 10, postings: after }]);
		const none = block.postings.map(({ no }) => ({ no, count: 0 }));
		expect(changeBlock(block, none)).toEqual([]);
	});

	test("a block that is too large is cut, and its pieces do not overlap", () => {
		const many = Array.from({ length: 2 * MAX_POSTINGS }, (_, i) => ({ no: 3 * i + 5, count: 1 }));
		const blocks = changeBlock({ first: 2, postings: [] }, many);
		expect(blocks.flatMap(({ postings }) => postings)).toEqual(many);
		expect(blocks[0]?.first).toBe(2);
		for (const [i, { first, postings }] of blocks.entries()) {
			expect(postings.length).toBeLessThanOrEqual(MAX_POSTINGS);
			expect(first).toBeLessThanOrEqual(postings[0]?.no ?? 0);
			expect(first).toBeGreaterThan(blocks[i - 1]?.postings.at(-1)?.no ?? 0);
		}
	});
});
