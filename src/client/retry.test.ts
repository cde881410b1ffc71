import { describe, expect, it } from "vitest";
import { DEFAULT_RETRY, delayAfter, pause, readRetryAfter } from "./retry.ts";

describe("waiting before another try", () => {
	it("grows with each failure, differs from client to client, and has an end", () => {
		for (let failures = 1; failures < 50; failures++) {
			const most = Math.min(10_000, 200 * 2 ** (failures - 1));
			for (let i = 0; i < 20; i++) {
				const delay = delayAfter(failures, DEFAULT_RETRY);
				expect(delay).toBeGreaterThanOrEqual(most / 2);
				expect(delay).toBeLessThanOrEqual(most);
			}
		}
		expect(new Set(Array.from({ length: 10 }, () => delayAfter(5, DEFAULT_RETRY))).size).toBeGreaterThan(1);
	});

	it("reads Retry-After as seconds or as a date; what is neither says nothing", () => {
		const now = Date.parse("2026-01-01T00:00:00Z");
		expect(readRetryAfter("3", now)).toBe(3_000);
		expect(readRetryAfter("Thu, 01 Jan 2026 00:00:05 GMT", now)).toBe(5_000);
		expect(readRetryAfter("Thu, 01 Jan 2015 00:00:05 GMT", now)).toBe(0);
		for (const none of [null, "", "soon", "-Infinity"]) expect(readRetryAfter(none, now)).toBeUndefined();
	});

	it("ends at once when it is called off", async () => {
		const controller = new AbortController();
		const waiting = pause(1_000_000, controller.signal);
		controller.abort();
		await waiting;
		await pause(1_000_000, controller.signal);
	});
});
