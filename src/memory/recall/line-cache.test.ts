import { describe, expect, test } from "vitest";
import { createLineCache } from "./line-cache.ts";
import type { SpokenLine } from "./read-message.ts";

const line = (offset: number, text: string): SpokenLine => ({
	offset,
	at: 0,
	role: "user",
	kind: "user",
	speaker: undefined,
	text,
});

describe("the cache of lines", () => {
	test("returns what was set, and counts it once", () => {
		const cache = createLineCache();
		cache.set(1, line(1, "a"));
		const { bytes } = cache;
		cache.set(1, line(1, "b"));
		expect(cache.get(1)?.text).toBe("b");
		expect(cache.get(2)).toBeUndefined();
		expect(cache.bytes).toBe(bytes);
	});

	test("never holds more than its limit in bytes: the oldest entries go", () => {
		const cache = createLineCache(10_000);
		for (let doc = 0; doc < 100; doc++) {
			cache.set(doc, line(doc, "x".repeat(500)));
			expect(cache.bytes).toBeLessThanOrEqual(10_000);
		}
		expect(cache.get(0)).toBeUndefined();
		expect(cache.get(99)).toBeDefined();
		cache.set(100, line(100, "x".repeat(50_000)));
		expect(cache.bytes).toBeLessThanOrEqual(10_000);
	});
});
