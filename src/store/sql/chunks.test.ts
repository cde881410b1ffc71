import { expect, it } from "vitest";
import { each, toChunks } from "./chunks.ts";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

it("values come in lists of few sizes, filled up with the last one", () => {
	expect(toChunks([])).toEqual([]);
	expect(toChunks([7])).toEqual([[7]]);
	expect(toChunks([1, 2])).toEqual([[1, 2, 2, 2]]);
	expect(toChunks(numbers(5))).toEqual([[...numbers(5), ...new Array(11).fill(4)]]);
	expect(toChunks(numbers(65)).map((chunk) => chunk.length)).toEqual([64, 1]);
});

it("no value is lost", () => {
	for (const count of [1, 3, 16, 17, 64, 200]) {
		expect([...new Set(toChunks(numbers(count)).flat())]).toEqual(numbers(count));
	}
});

it("a statement names each value of a list", () => {
	expect(each([1, 2, 3], "?")).toBe("?, ?, ?");
	expect(each([1, 2], "(a = ?)", " OR ")).toBe("(a = ?) OR (a = ?)");
});
