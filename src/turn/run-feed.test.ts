import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RunFeeds } from "./run-feed.ts";

describe("feeds of runs (AG2)", () => {
	beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
	afterEach(() => void vi.useRealTimers());

	it("the last hundred are kept for ten minutes after their end; a running one is always kept", async () => {
		const feeds = new RunFeeds();
		const going = feeds.open("going");
		for (let i = 0; i < 120; i++) feeds.open(`run-${i}`).end();
		expect(feeds.get("run-10")).toBeUndefined();
		expect(feeds.get("run-119")?.ended).toBe(true);
		await vi.advanceTimersByTimeAsync(9 * 60_000);
		expect(feeds.get("run-119")?.ended).toBe(true);
		await vi.advanceTimersByTimeAsync(2 * 60_000);
		expect(feeds.get("run-119")).toBeUndefined();
		expect(feeds.get("going")).toBe(going);
	});
});
