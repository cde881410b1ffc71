import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { decodeEvent, type Event, type SessionUid } from "../event/index.ts";
import type { LogPage, SessionName, SessionTarget } from "../store/ports/index.ts";
import { closedError } from "./gate.ts";
import type { Platform } from "./platform.ts";
import { newMoment, shareRead } from "./share-reads.ts";

/*
 * A follower is a cursor, nothing more. It reads the log behind its cursor, hands the events out, and when there
 * are none waits to be woken. Being woken too often costs a read; the order and completeness come from offsets:
 * the watch is set before the read, so a commit is either in what was read or wakes.
 */

export interface FollowOptions {
	/** Start behind this offset. Default -1: from the beginning. */
	after?: number | undefined;
	/** Ends the iteration quietly. */
	signal?: AbortSignal | undefined;
}

const optionsSchema = z.strictObject({
	after: z.number().int({ error: "must be an integer" }).min(-1, { error: "must be -1 or more" }).default(-1),
	signal: z.instanceof(AbortSignal).optional(),
});

/** Events may be large: few at a time, or a follower far behind would hold much in memory. */
const PAGE = 64;

class Follower implements AsyncIterableIterator<Event> {
	readonly #platform: Platform;
	readonly #prepare: () => SessionName;
	readonly #signal: AbortSignal | undefined;
	#cursor: number;
	#target: SessionTarget | undefined;
	#buffer: Event[] = [];
	#stopWatching: (() => void) | undefined;
	#woken = false;
	/** When it was woken last, or began to watch. */
	#since = 0;
	#wake: (() => void) | undefined;
	#done = false;
	/** `next` calls take turns: each continues where the one before it stopped. */
	#turn: Promise<unknown> = Promise.resolve();
	readonly #end = (): void => this.#finish();

	constructor(
		platform: Platform,
		prepare: () => SessionName,
		after: number,
		signal: AbortSignal | undefined,
	) {
		this.#platform = platform;
		this.#prepare = prepare;
		this.#cursor = after;
		this.#signal = signal;
		for (const ending of [signal, platform.closing]) {
			if (ending?.aborted) this.#done = true;
			else ending?.addEventListener("abort", this.#end, { once: true });
		}
	}

	[Symbol.asyncIterator](): this {
		return this;
	}

	next(): Promise<IteratorResult<Event>> {
		const result = this.#turn.then(() => this.#next());
		this.#turn = result.catch(() => {});
		return result;
	}

	async return(): Promise<IteratorResult<Event>> {
		this.#finish();
		return { done: true, value: undefined };
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#finish();
	}

	async #next(): Promise<IteratorResult<Event>> {
		try {
			while (!this.#done) {
				const event = this.#buffer.shift();
				if (event) return { done: false, value: event };
				this.#woken = false;
				const page = await this.#read();
				if (this.#done) break;
				if (page && page.events.length > 0) this.#take(page);
				else await this.#wait();
			}
			return { done: true, value: undefined };
		} catch (error) {
			const closing = this.#done || this.#platform.closing.aborted;
			this.#finish();
			if (closing) return { done: true, value: undefined };
			throw error;
		}
	}

	#take(page: LogPage): void {
		this.#buffer = page.events.map(({ offset, body }) => decodeEvent(offset, body));
		this.#cursor = (page.events.at(-1) as { offset: number }).offset;
	}

	/** Reads behind the cursor. Once the session is known it is held by its uid: a new name does not lose it. */
	async #read(): Promise<LogPage | undefined> {
		this.#target ??= { name: this.#prepare() };
		this.#stopWatching ??= this.#platform.store.log.watch(this.#target, () => this.#onWake());
		const { store } = this.#platform;
		const query = { after: this.#cursor, limit: PAGE };
		const page = await ("uid" in this.#target
			? shareRead(store, this.#target, query, this.#since)
			: store.log.read(this.#target, query));
		if (this.#done) return undefined;
		if ("uid" in this.#target) {
			if (page) return page;
			throw new HoldfastError("not_found", "the session was deleted while it was followed", {
				uid: this.#target.uid,
			});
		}
		if (page) this.#hold(page.uid);
		// Read again now that the uid is watched: something may have come between.
		return page && page.events.length === 0 ? this.#read() : page;
	}

	#hold(uid: SessionUid): void {
		this.#stopWatching?.();
		this.#target = { uid, tenant: this.#platform.tenant };
		this.#stopWatching = this.#platform.store.log.watch(this.#target, () => this.#onWake());
		this.#since = newMoment();
	}

	#onWake(): void {
		this.#woken = true;
		this.#since = newMoment();
		this.#wake?.();
	}

	async #wait(): Promise<void> {
		if (this.#woken || this.#done) return;
		await new Promise<void>((resolve) => {
			this.#wake = resolve;
		});
		this.#wake = undefined;
	}

	#finish(): void {
		this.#done = true;
		this.#stopWatching?.();
		this.#stopWatching = undefined;
		this.#signal?.removeEventListener("abort", this.#end);
		this.#platform.closing.removeEventListener("abort", this.#end);
		this.#wake?.();
	}
}

/**
 * Every event behind `after`, past and future, each once and in order. Waits for a session that does not exist
 * yet; ends quietly when the signal aborts or the platform closes; fails with `not_found` when the session is
 * deleted.
 */
export function followEvents(
	platform: Platform,
	name: () => SessionName,
	options: FollowOptions = {},
): AsyncIterableIterator<Event> {
	try {
		const { after, signal } = parse(optionsSchema, options, "follow options");
		if (platform.closing.aborted) throw closedError();
		return new Follower(platform, name, after, signal);
	} catch (error) {
		return refused(error);
	}
}

/** Rejects at the first step, as everything else does. */
// biome-ignore lint/correctness/useYield: it has nothing to give.
async function* refused(error: unknown): AsyncGenerator<Event, void, undefined> {
	throw error;
}
