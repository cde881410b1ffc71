import { expect, test } from "vitest";
import { packPostings } from "./postings-block.ts";
import { bestByWords } from "./score-words.ts";

test("of hundreds of thousands of postings the best come first, each fact once (FA2)", () => {
	const FACTS = 50_000;
	const counts = (no: number, term: number): number => (Math.imul(no + 1, 2_654_435_761 + term) >>> 16) % 5;
	const terms = [1, 2, 3].map((hash) => ({ hash, weight: hash, near: [] }));
	const blocks = new Map(
		terms.map(({ hash }) => {
			const postings = [];
			for (let no = 0; no < FACTS; no++) {
				const count = counts(no, hash);
				if (count > 0) postings.push({ no: no * 100_003, count });
			}
			return [hash, [{ first: 0, body: packPostings(0, postings) }]];
		}),
	);
	const score = (no: number): number =>
		terms.reduce((sum, { hash, weight }) => {
			const count = counts(no, hash);
			return sum + (weight * 1.5 * count) / (count + 0.5);
		}, 0);
	const all = Array.from({ length: FACTS }, (_, no) => score(no)).sort((a, b) => b - a);
	const found = bestByWords(terms, blocks, 100);
	expect(new Set(found).size).toBe(100);
	found.forEach((no, i) => {
		expect(score(no / 100_003)).toBeCloseTo(all[i] as number, 9);
	});
});
