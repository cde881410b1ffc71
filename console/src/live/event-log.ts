import type { Event, ReadOptions } from "holdfast";
import { HoldfastError } from "holdfast/client";
import { type ToolPairs, toolPairs } from "./tool-pairs.ts";

/*
 * The log of one session, of which only parts are loaded.
 *
 * loading ── the first part is read ──▶ live ◀── read after the last offset ── reconnecting
 *                                        │ the stream breaks, error can be retried ──▲
 *                                        ├ the session was deleted ──▶ gone
 *                                        └ any other error ──▶ error
 */

/** The methods of a session handle that the log needs. */
export interface LogSource {
	events(options: ReadOptions): Promise<Event[]>;
	follow(options: { after: number; signal: AbortSignal }): AsyncIterable<Event>;
}

export type LogStatus = "loading" | "live" | "reconnecting" | "gone" | "error";

export interface EventLog {
	/** The first offset; older events were deleted. */
	readonly base: number;
	/** The offset after the last event. */
	readonly head: number;
	readonly status: LogStatus;
	readonly error: unknown;
	/** Grows with every notification. */
	readonly version: number;
	/** The event; null if the reader may not see it; undefined if it is not loaded yet. */
	get(offset: number): Event | null | undefined;
	/** The visible range. It is loaded before ranges that were visible earlier. */
	want(from: number, to: number): void;
	/** Resolves when the range is loaded. */
	load(from: number, to: number): Promise<void>;
	readonly pairs: Pick<ToolPairs, "resultOf" | "callOf">;
	/** All loaded events. */
	loaded(): Iterable<Event>;
	/** Calls the listener at most once a frame. */
	subscribe(listener: () => void): () => void;
	close(): void;
}

interface Settings {
	source: LogSource;
	base: number;
	head: number;
	/** The number of events per read. */
	chunk?: number;
	/** The number of chunks to keep. */
	keep?: number;
	/** Calls `draw` in the next frame. */
	frame?(draw: () => void): void;
	/** Waits before the stream is reopened. */
	pause?(failures: number, signal: AbortSignal): Promise<void>;
}

const AT_ONCE = 2;
/** A failed read is retried after the pause of a stream with this many failures. */
const RETRY_AS_AFTER = 3;
const MAX_PAUSE_MS = 10_000;

const nextFrame = (draw: () => void): void => {
	requestAnimationFrame(draw);
};

function wait(failures: number, signal: AbortSignal): Promise<void> {
	const ms = Math.min(MAX_PAUSE_MS, 250 * 2 ** failures);
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, ms);
		signal.addEventListener("abort", () => {
			clearTimeout(timer);
			resolve();
		});
	});
}

const isGone = (error: unknown): boolean => HoldfastError.isInstance(error) && error.code === "not_found";
/** An error of the browser is a network error, not an error of the request. */
const isPassing = (error: unknown): boolean => !HoldfastError.isInstance(error) || error.retryable;

type Slot = Event | null | undefined;

export function openEventLog(settings: Settings): EventLog {
	const { source, base, chunk = 200, keep = 60, frame = nextFrame, pause = wait } = settings;
	let { head } = settings;
	let status: LogStatus = "loading";
	let error: unknown;
	let version = 0;
	let told = true;
	/** Least recently used first. */
	const chunks = new Map<number, Slot[]>();
	const loading = new Map<number, Promise<void>>();
	let sight: readonly [from: number, to: number] = [head, head];
	const pairs = toolPairs();
	const listeners = new Set<() => void>();
	const ending = new AbortController();

	const changed = (): void => {
		if (!told || ending.signal.aborted) return;
		told = false;
		frame(() => {
			told = true;
			version += 1;
			for (const listener of listeners) listener();
		});
	};

	const stand = (next: LogStatus, why?: unknown): void => {
		if (status === next) return;
		status = next;
		error = why;
		changed();
	};

	const chunkAt = (index: number): Slot[] => {
		const slots = chunks.get(index) ?? new Array<Slot>(chunk).fill(undefined);
		chunks.delete(index);
		chunks.set(index, slots);
		return slots;
	};

	const isInSight = (index: number): boolean =>
		(index + 1) * chunk > sight[0] - chunk && index * chunk < sight[1] + chunk;

	const makeRoom = (): void => {
		for (const [index, slots] of chunks) {
			if (chunks.size <= keep) return;
			if (isInSight(index) || loading.has(index)) continue;
			for (const event of slots) if (event) pairs.remove(event);
			chunks.delete(index);
		}
	};

	const put = (event: Event): void => {
		chunkAt(Math.floor(event.offset / chunk))[event.offset % chunk] = event;
		pairs.add(event);
	};

	const get = (offset: number): Slot => {
		if (offset < base || offset >= head) return undefined;
		return chunks.get(Math.floor(offset / chunk))?.[offset % chunk];
	};

	const isKnown = (from: number, to: number): boolean => {
		for (let offset = Math.max(from, base); offset < Math.min(to, head); offset += 1)
			if (get(offset) === undefined) return false;
		return true;
	};

	/** The chunks of a range that are not fully loaded. */
	const missing = (from: number, to: number): number[] => {
		const indexes: number[] = [];
		const last = Math.min(to, head);
		for (let at = Math.max(from, base); at < last; at = (Math.floor(at / chunk) + 1) * chunk) {
			const index = Math.floor(at / chunk);
			if (!isKnown(at, Math.min((index + 1) * chunk, last))) indexes.push(index);
		}
		return indexes;
	};

	const read = async (index: number): Promise<void> => {
		const from = Math.max(index * chunk, base);
		// The follower adds events after the head.
		const to = Math.min((index + 1) * chunk, head);
		const found = await source.events({ after: from - 1, before: to, limit: chunk });
		if (ending.signal.aborted) return;
		for (const event of found) put(event);
		const slots = chunkAt(index);
		for (let offset = from; offset < to; offset += 1) slots[offset % chunk] ??= null;
		if (status === "loading") stand("live");
		changed();
	};

	const loadChunk = (index: number): Promise<void> => {
		const known = loading.get(index);
		if (known) return known;
		const reading = read(index).finally(() => {
			loading.delete(index);
			makeRoom();
		});
		loading.set(index, reading);
		// Whichever call started the read: the visible range may be waiting for the same chunk.
		void reading.then(fetchSight, retrySight);
		return reading;
	};

	/** Whether a retry makes sense. */
	const failed = (why: unknown): boolean => {
		if (ending.signal.aborted) return false;
		if (isGone(why)) stand("gone", why);
		else if (!isPassing(why)) stand("error", why);
		else return true;
		return false;
	};

	const fetchSight = (): void => {
		if (ending.signal.aborted || status === "gone") return;
		for (const index of missing(...sight)) {
			if (loading.size >= AT_ONCE) return;
			// `retrySight` handles the failure.
			if (!loading.has(index)) loadChunk(index).catch(() => {});
		}
	};

	const retrySight = async (why: unknown): Promise<void> => {
		if (!failed(why)) return;
		await pause(RETRY_AS_AFTER, ending.signal);
		fetchSight();
	};

	const take = (event: Event): void => {
		if (event.offset < head && get(event.offset)) return;
		put(event);
		// Skipped offsets are read when they become visible.
		head = Math.max(head, event.offset + 1);
		makeRoom();
		changed();
	};

	/** Reads the events that arrived while the stream was down. */
	const catchUp = async (): Promise<void> => {
		for (;;) {
			const found = await source.events({ after: head - 1, limit: chunk });
			for (const event of found) take(event);
			if (found.length < chunk) return;
		}
	};

	const follow = async (): Promise<void> => {
		const { signal } = ending;
		for (let failures = 0; !signal.aborted; ) {
			try {
				if (failures > 0) {
					await catchUp();
					stand("live");
					fetchSight();
				}
				for await (const event of source.follow({ after: head - 1, signal })) {
					failures = 0;
					take(event);
				}
				// The stream ends normally only after an abort.
				if (signal.aborted) return;
			} catch (why) {
				if (signal.aborted) return;
				if (!failed(why)) return;
			}
			failures += 1;
			stand("reconnecting");
			await pause(failures, signal);
		}
	};

	void follow();

	return {
		base,
		get head() {
			return head;
		},
		get status() {
			return status;
		},
		get error() {
			return error;
		},
		get version() {
			return version;
		},
		get,
		pairs,
		want(from, to) {
			sight = [from, to];
			fetchSight();
		},
		async load(from, to) {
			await Promise.all(missing(from, to).map(loadChunk));
			if (status === "loading") stand("live");
		},
		*loaded() {
			for (const slots of chunks.values()) for (const event of slots) if (event) yield event;
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		close() {
			ending.abort();
			listeners.clear();
		},
	};
}
