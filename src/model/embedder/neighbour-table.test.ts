import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadBuiltinEmbedder } from "./load-builtin.ts";
import { encodeNeighbours, LEAST_KNOWN, MOST_KNOWN, readNeighbours } from "./neighbour-table.ts";
import { readTable } from "./read-table.ts";
import { createStaticEmbedder } from "./static-embedder.ts";

const file = (name: string): URL => new URL(`../../../data/embedder/${name}`, import.meta.url);

describe("the table of neighbours", () => {
	const vocabulary = ["a", "cat", "dog", "b", "pet"];

	test("returns the stored neighbours, nearest first, up to the limit", () => {
		const bytes = encodeNeighbours([
			{
				id: 1,
				near: [
					{ place: 1, similarity: 0.9 },
					{ place: 2, similarity: 0.5 },
				],
			},
			{ id: 2, near: [{ place: 0, similarity: 0.9 }] },
			{ id: 4, near: [] },
		]);
		const table = readNeighbours(bytes, vocabulary);
		expect(table.find(1, 5, 0.3)?.map(({ word }) => word)).toEqual(["dog", "pet"]);
		expect(table.find(1, 1, 0.3)).toEqual([{ word: "dog", similarity: expect.closeTo(0.9, 2) }]);
		expect(table.find(1, 5, 0.6)).toHaveLength(1);
		expect(table.find(4, 5, 0.3)).toEqual([]);
		expect(table.find(0, 5, 0.3)).toBeUndefined();
	});

	test("another kind of file or a truncated one is refused", () => {
		const bytes = encodeNeighbours([{ id: 1, near: [] }]);
		expect(() => readNeighbours(bytes.subarray(0, -1), vocabulary)).toThrow("truncated");
		expect(() => readNeighbours(new Uint8Array(4), vocabulary)).toThrow("not a table");
	});

	test("that comes with the package says what looking through the vocabulary says", async () => {
		const words = readFileSync(file("vocabulary.txt"), "utf8").trimEnd().split("\n");
		const looking = createStaticEmbedder("looking", words, readTable(readFileSync(file("table.bin"))));
		const builtin = await loadBuiltinEmbedder();
		const options = { limit: MOST_KNOWN, least: LEAST_KNOWN };
		for (const word of [
			"dog",
			"happy",
			"berlin",
			"pottery",
			"adopted",
			"violin",
			"guitar",
			"june",
			"nurse",
		]) {
			const found = builtin.neighbours(word, options);
			expect(found.length).toBeGreaterThan(3);
			expect(found.map((near) => near.word)).toEqual(
				looking.neighbours(word, options).map((near) => near.word),
			);
		}
	});
});
