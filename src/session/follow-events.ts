import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { decodeEvent, type Event, type SessionUid } from "../event/index.ts";
import type { LogPage, SessionTarget } from "../store/ports/index.ts";
import { closedError } from "./gate.ts";
import type { Platform } from "./platform.ts";
import { newMoment, shareRead } from "./share-reads.ts";

/*
 * A follower is a cursor. It reads the log after its cursor and returns the events. When there are no more, it
 * waits to be woken. Waking it too often only costs a read. Offsets guarantee order and completeness. The watch is
 * set before the read, so a commit is either part of the read or wakes the follower.
 */

/** Options of `follow`. */
export interface FollowOptions {
	/** Start after this offset. Default -1: from the beginning. */
	after?: number | undefined;
	/** Ends the iteration without an error. */
	signal?: AbortSignal | undefined;
}

const optionsSchema = z.strictObject({
	after: z.number().int({ error: "must be an integer" }).min(-1, { error: "must be -1 or more" }).default(-1),
	signal: z.instanceof(AbortSignal).optional(),
});

/** Events can be large. Small pages limit the memory of a follower that is far behind. */
const PAGE = 64;

class Follower implements AsyncIterableIterator<Event> {
	readonly #platform: Platform;
	readonly #prepare: () => SessionTarget;
	readonly #signal: AbortSignal | undefined;
	#cursor: number;
	#target: SessionTarget | undefined;
	#buffer: Event[] = [];
	#stopWatching: (() => void) | undefined;
	#woken = false;
	/** When it was last woken, or began to watch. */
	#since = 0;
	#wake: (() => void) | undefined;
	#done = false;
	/** Calls of `next` run one after the other. Each continues where the previous one stopped. */
	#turn: Promise<unknown> = Promise.resolve();
	readonly #end = (): void => this.#finish();

	constructor(
		platform: Platform,
		prepare: () => SessionTarget,
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

	/** Reads after the cursor. Once the session is found, it is read by its uid, so that a re-key does not lose it. */
	async #read(): Promise<LogPage | undefined> {
		this.#target ??= this.#prepare();
		if (!this.#stopWatching) this.#watch(this.#target);
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
		// Read again now that the uid is watched: an event may have come in between.
		return page && page.events.length === 0 ? this.#read() : page;
	}

	#hold(uid: SessionUid): void {
		this.#stopWatching?.();
		this.#target = { uid, tenant: this.#platform.tenant };
		this.#watch(this.#target);
	}

	#watch(target: SessionTarget): void {
		this.#stopWatching = this.#platform.store.log.watch(target, () => this.#onWake());
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
 * Every event after `after`, past and future, each once and in order. Waits for a session that does not exist yet.
 * Ends without an error when the signal aborts or the platform closes. Throws `not_found` when the session is
 * deleted.
 */
export function followEvents(
	platform: Platform,
	target: () => SessionTarget,
	options: FollowOptions = {},
): AsyncIterableIterator<Event> {
	try {
		const { after, signal } = parse(optionsSchema, options, "follow options");
		if (platform.closing.aborted) throw closedError();
		return new Follower(platform, target, after, signal);
	} catch (error) {
		return refused(error);
	}
}

/** Rejects at the first `next`, not when it is created. */
// biome-ignore lint/correctness/useYield: it has nothing to give.
async function* refused(error: unknown): AsyncGenerator<Event, void, undefined> {
	throw error;
}
