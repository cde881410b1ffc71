import { expect, test } from "vitest";
import { measure, percentile } from "./measure.ts";

const signal = new AbortController().signal;

test("IF4: percentiles are values that were measured", () => {
	expect(percentile([5, 1, 3, 2, 4], 0.5)).toBe(3);
	expect(percentile([1], 0.95)).toBe(1);
	expect(percentile([], 0.5)).toBe(0);
});

test("IF4: it is done once at least, by each writer", async () => {
	const seen: number[] = [];
	const { count } = await measure("x", { ms: 0, signal, writers: 3 }, (writer) => seen.push(writer));
	expect(count).toBe(3);
	expect(seen).toEqual([0, 1, 2]);
});

test("IF4: a failure is told when all writers have ended", async () => {
	let others = 0;
	const run = measure("x", { ms: 0, signal, writers: 2 }, async (writer) => {
		if (writer === 0) throw new Error("no");
		await Promise.resolve();
		others++;
	});
	await expect(run).rejects.toThrow("no");
	expect(others).toBe(1);
});
