import { HoldfastError } from "../../error/index.ts";
import type { Event } from "../../event/index.ts";
import type { ReadOptions, SessionHandle } from "../../session/index.ts";
import { readWithin } from "../resources/read-within.ts";

export const MAX_WAIT_SECONDS = 60;

export function checkWait(wait: unknown): number {
	if (wait === undefined) return 0;
	if (typeof wait === "number" && wait >= 0 && wait <= MAX_WAIT_SECONDS) return wait;
	throw new HoldfastError("invalid", `wait: must be a number of seconds from 0 to ${MAX_WAIT_SECONDS}`);
}

/**
 * The result of the read as soon as it is not empty; empty when the time is over. The follower starts where the
 * read started, so that events in between are not missed.
 */
export async function waitForEvents(
	session: SessionHandle,
	options: ReadOptions,
	{ seconds, signal, counts }: { seconds: number; signal: AbortSignal; counts(event: Event): boolean },
): Promise<Event[]> {
	const read = async (): Promise<Event[]> =>
		(await readWithin((part) => session.events(part), options)).filter(counts);
	const found = await read();
	if (found.length > 0 || seconds === 0) return found;
	const { after = -1, kinds, sources, runId } = options;
	const fits = (event: Event): boolean =>
		(kinds === undefined || kinds.includes(event.kind)) &&
		(sources === undefined || sources.includes(event.source)) &&
		(runId === undefined || event.runId === runId) &&
		counts(event);
	const leaving = new AbortController();
	const leave = (): void => leaving.abort();
	const timer = setTimeout(leave, seconds * 1_000);
	signal.addEventListener("abort", leave, { once: true });
	if (signal.aborted) leave();
	try {
		for await (const event of session.follow({ after, signal: leaving.signal }))
			if (fits(event)) return await read();
		return [];
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", leave);
	}
}
