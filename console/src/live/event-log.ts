import type { Event, ReadOptions } from "holdfast";
import { HoldfastError } from "holdfast/client";
import { type ToolPairs, toolPairs } from "./tool-pairs.ts";

/*
 * The log of one session, of which only parts are here.
 *
 * loading ── the first part is read ──▶ live ◀── read behind the last offset ── reconnecting
 *                                        │ the stream breaks, and that passes ──────▲
 *                                        ├ the session was deleted ──▶ gone
 *                                        └ what does not pass ───────▶ error
 */

/** What is asked of a session's handle. */
export interface LogSource {
	events(options: ReadOptions): Promise<Event[]>;
	follow(options: { after: number; signal: AbortSignal }): AsyncIterable<Event>;
}

export type LogStatus = "loading" | "live" | "reconnecting" | "gone" | "error";

export interface EventLog {
	/** The first offset that there may be: older ones were removed. */
	readonly base: number;
	/** The offset behind the last. */
	readonly head: number;
	readonly status: LogStatus;
	readonly error: unknown;
	/** Grows with every change that is told. */
	readonly version: number;
	/** The event; null where there is none for whoever asks; undefined where it is not known yet. */
	get(offset: number): Event | null | undefined;
	/** What is in sight: it is loaded, before anything that was in sight earlier. */
	want(from: number, to: number): void;
	/** Resolves when all of these are known. */
	load(from: number, to: number): Promise<void>;
	readonly pairs: Pick<ToolPairs, "resultOf" | "callOf">;
	/** Every event that is here. */
	loaded(): Iterable<Event>;
	/** Told at most once a frame. */
	subscribe(listener: () => void): () => void;
	close(): void;
}

interface Settings {
	source: LogSource;
	base: number;
	head: number;
	/** So many events are read at once. */
	chunk?: number;
	/** So many chunks are kept. */
	keep?: number;
	/** Calls back when it is time to draw. */
	frame?(draw: () => void): void;
	/** Waits before a stream is opened again. */
	pause?(failures: number, signal: AbortSignal): Promise<void>;
}

const AT_ONCE = 2;
/** What could not be read is asked for again after as long as a stream that broke so often. */
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
/** An error of the browser is one of the way, not of what was asked. */
const isPassing = (error: unknown): boolean => !HoldfastError.isInstance(error) || error.retryable;

type Slot = Event | null | undefined;

export function openEventLog(settings: Settings): EventLog {
	const { source, base, chunk = 200, keep = 60, frame = nextFrame, pause = wait } = settings;
	let { head } = settings;
	let status: LogStatus = "loading";
	let error: unknown;
	let version = 0;
	let told = true;
	/** Those used longest ago come first. */
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

	/** The chunks of a range of which something is not known. */
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
		// What comes behind the head meanwhile is the follower's.
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
		// Whoever began to read it: the reader may be waiting for the same.
		void reading.then(fetchSight, retrySight);
		return reading;
	};

	/** Whether it may go well the next time. */
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
			// Where it fails it is told by what is done then.
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
		// Offsets that were passed over are read when they come into sight.
		head = Math.max(head, event.offset + 1);
		makeRoom();
		changed();
	};

	/** What came while the stream was away. */
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
				// It ends by itself only when it is told to.
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
