import { describe, expect, test } from "vitest";
import { isRetryable, retryDelay, sleep } from "./retry.ts";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const delayOf = (responseHeaders: unknown, failures = 1, random = 1): number =>
	retryDelay(
		{ responseHeaders },
		failures,
		() => random,
		() => NOW,
	);

describe("AG3 when to try a model again", () => {
	test("the wait doubles, with jitter of up to half of it", () => {
		expect([1, 2, 3].map((failures) => delayOf(undefined, failures))).toEqual([500, 1000, 2000]);
		expect([1, 2, 3].map((failures) => delayOf(undefined, failures, 0))).toEqual([250, 500, 1000]);
	});

	test.each([
		["milliseconds", { "retry-after-ms": "1234", "retry-after": "9" }, 1234],
		["seconds", { "retry-after": "7" }, 7000],
		["any case", { "Retry-After": "0.5" }, 500],
		["a Headers object", new Headers({ "Retry-After": "3" }), 3000],
		["a date", { "retry-after": "Fri, 01 May 2026 12:00:30 GMT" }, 30_000],
		["a date that is over", { "retry-after": "Fri, 01 May 2026 11:00:00 GMT" }, 0],
		["a minute", { "retry-after": "60" }, 60_000],
	])("the provider's own wait goes first: %s", (_, headers, expected) => {
		expect(delayOf(headers)).toBe(expected);
	});

	test.each([
		{ "retry-after": "61" },
		{ "retry-after": "-1" },
		{ "retry-after": "soon" },
		{ "retry-after": "" },
		null,
		3,
	])("unless it is too long or nonsense: %j", (headers) => {
		expect(delayOf(headers)).toBe(500);
	});

	test("what the provider's package says counts; otherwise the network's errors do", () => {
		const refused = Object.assign(new Error("x"), { code: "ECONNREFUSED" });
		expect(isRetryable({ isRetryable: true })).toBe(true);
		expect(isRetryable({ isRetryable: false, cause: refused })).toBe(false);
		expect(isRetryable(new Error("outer", { cause: refused }))).toBe(true);
		expect(isRetryable(new TypeError("fetch failed"))).toBe(true);
		expect(isRetryable(new DOMException("x", "TimeoutError"))).toBe(true);
		for (const other of [new Error("x"), new TypeError("x"), "fetch failed", undefined, null]) {
			expect(isRetryable(other)).toBe(false);
		}
	});

	test("a wait ends early with the signal's reason, and in time without", async () => {
		const controller = new AbortController();
		const waiting = sleep(3_600_000, controller.signal);
		controller.abort(new Error("stop"));
		await expect(waiting).rejects.toThrow("stop");
		await expect(sleep(3_600_000, controller.signal)).rejects.toThrow("stop");
		await expect(sleep(0, new AbortController().signal)).resolves.toBeUndefined();
	});
});
