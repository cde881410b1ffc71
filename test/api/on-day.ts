import { vi } from "vitest";
import type { Holdfast } from "../../src/index.ts";

const DAY = 86_400_000;

/** Does something as if it were so many days later, or earlier if negative: events are stored with that time. */
export async function onDay<T>(days: number, act: () => Promise<T>): Promise<T> {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * DAY });
	try {
		return await act();
	} finally {
		vi.useRealTimers();
	}
}

/** That day as a time. */
export const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

/** Sweeps, lets consolidation read what it has not read yet, and sweeps again: all that may go is gone. */
export async function sweepAll(hf: Holdfast, now = dayFromNow(0)) {
	// A job that was due may have been done before, so that the first sweep finds something too.
	const first = await hf.sweep({ now });
	await hf.idle();
	const second = await hf.sweep({ now });
	return { ...second, sessions: first.sessions + second.sessions, events: first.events + second.events };
}
