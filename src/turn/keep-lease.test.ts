import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Platform } from "../session/index.ts";
import { keepLease } from "./keep-lease.ts";
import type { RunLog } from "./run-log.ts";

/** A store whose answers the test controls. */
function fakeStore() {
	let wake: () => void = () => {};
	const asked: PromiseWithResolvers<{ status: string } | undefined>[] = [];
	const renew = vi.fn(async () => "running" as string | undefined);
	const platform = {
		tenant: "t",
		store: {
			runs: {
				get: () => {
					const answer = Promise.withResolvers<{ status: string } | undefined>();
					asked.push(answer);
					return answer.promise;
				},
				renew,
			},
			log: {
				watch: (_: unknown, listener: () => void) => {
					wake = listener;
					return () => {
						wake = () => {};
					};
				},
			},
		},
	} as unknown as Platform;
	return { platform, asked, renew, wake: () => wake() };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("keeping a lease (AG7, AG8)", () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	const start = (isOwnWake: () => boolean = () => false) => {
		const store = fakeStore();
		const lost = vi.fn();
		const log = { uid: "s", isOwnWake } as unknown as RunLog;
		const stop = keepLease({ platform: store.platform, log, runId: "r", leaseMs: 9_000, lost });
		return { ...store, lost, stop };
	};

	it("a commit during a read causes another read", async () => {
		const { asked, wake, lost } = start();
		await vi.advanceTimersByTimeAsync(25);
		expect(asked).toHaveLength(1);
		// The run is cancelled now. The pending answer was read before that.
		wake();
		wake();
		asked[0]?.resolve({ status: "running" });
		await settle();
		expect(asked).toHaveLength(2);
		asked[1]?.resolve({ status: "cancelled" });
		await settle();
		expect(lost).toHaveBeenCalledTimes(1);
	});

	it("a wake-up by the run's own write causes no read", async () => {
		const { asked, wake } = start(() => true);
		await vi.advanceTimersByTimeAsync(25);
		asked[0]?.resolve({ status: "running" });
		await settle();
		wake();
		expect(asked).toHaveLength(1);
	});

	it("renews three times per lease, and tries again if the store is unavailable", async () => {
		const { renew, lost, asked } = start();
		await vi.advanceTimersByTimeAsync(25);
		asked[0]?.reject(new Error("away"));
		renew.mockRejectedValueOnce(new Error("away"));
		await vi.advanceTimersByTimeAsync(9_000);
		expect(renew).toHaveBeenCalledTimes(3);
		expect(lost).not.toHaveBeenCalled();
		renew.mockResolvedValueOnce(undefined);
		await vi.advanceTimersByTimeAsync(3_000);
		expect(lost).toHaveBeenCalledTimes(1);
		await vi.advanceTimersByTimeAsync(9_000);
		expect(renew).toHaveBeenCalledTimes(4);
	});

	it("once stopped, it neither reads nor renews, and does not call `lost`", async () => {
		const { renew, lost, asked, stop, wake } = start();
		await vi.advanceTimersByTimeAsync(25);
		stop();
		asked[0]?.resolve(undefined);
		wake();
		await vi.advanceTimersByTimeAsync(20_000);
		expect(renew).not.toHaveBeenCalled();
		expect(lost).not.toHaveBeenCalled();
		expect(asked).toHaveLength(1);
	});
});
