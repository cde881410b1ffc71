import type { RunEvent, RunEventBody } from "./run-input.ts";

/**
 * The events that a run has streamed so far. Readers come and go: each gets all events after the number that
 * it names, then new ones, until the end. A reader cannot delay the run.
 */
export class RunFeed {
	readonly #events: RunEvent[] = [];
	/** The run that the events belong to: another one if an idempotency key was repeated. */
	runId: string;
	/** Called when the last reader leaves before the end. */
	onLeft: (() => void) | undefined;
	/** Resolves when all events are stored where other processes can read them. */
	shared: Promise<void> | undefined;
	/** Resolves at the end. */
	readonly over: Promise<void>;
	readonly #end: () => void;
	#ended = false;
	#readers = 0;
	#wake: (() => void)[] = [];

	constructor(runId: string) {
		this.runId = runId;
		const { promise, resolve } = Promise.withResolvers<void>();
		this.over = promise;
		this.#end = resolve;
	}

	push(body: RunEventBody): void {
		if (this.#ended) return;
		this.#events.push({ seq: this.#events.length, ...body } as RunEvent);
		this.#tell();
	}

	end(): void {
		this.#ended = true;
		this.#end();
		this.#tell();
	}

	get ended(): boolean {
		return this.#ended;
	}

	/** Number of events. */
	get size(): number {
		return this.#events.length;
	}

	slice(from: number, to: number): readonly RunEvent[] {
		return this.#events.slice(from, to);
	}

	/** Waits until there are more than `count` events, or no more will come. */
	async past(count: number): Promise<void> {
		while (!this.#ended && this.#events.length <= count) {
			await new Promise<void>((resolve) => this.#wake.push(resolve));
		}
	}

	/** Whether it has any event besides an error. A run that was never admitted has only its error. */
	get tells(): boolean {
		return this.#events.some(({ type }) => type !== "error");
	}

	#tell(): void {
		const waiting = this.#wake;
		this.#wake = [];
		for (const wake of waiting) wake();
	}

	/** Reads all events after `after`. */
	read(after: number): AsyncIterableIterator<RunEvent, void, undefined> {
		let next = after + 1;
		let open = true;
		this.#readers += 1;
		const stop = (): void => {
			if (!open) return;
			open = false;
			this.#readers -= 1;
		};
		return {
			next: async () => {
				while (open) {
					const event = this.#events[next];
					if (event) {
						next += 1;
						return { done: false, value: copyOf(event) };
					}
					if (this.#ended) stop();
					else await new Promise<void>((resolve) => this.#wake.push(resolve));
				}
				return { done: true, value: undefined };
			},
			return: async () => {
				const leaves = open && !this.#ended;
				stop();
				// A `next()` may be pending.
				this.#tell();
				if (leaves && this.#readers === 0) this.onLeft?.();
				return { done: true, value: undefined };
			},
			[Symbol.asyncIterator]() {
				return this;
			},
		};
	}
}

/** A copy, so that a reader's changes do not affect other readers. */
const copyOf = (event: RunEvent): RunEvent =>
	event.type === "text-delta" ? { ...event } : structuredClone(event);

/**
 * How many ended runs can still be read from their first event, and for how long. A server has many tenants.
 */
const KEPT_FEEDS = 100;
const KEPT_MS = 10 * 60_000;

/** The feeds of runs of this process. */
export class RunFeeds {
	readonly #feeds = new Map<string, RunFeed>();
	readonly #share: ((runId: string, feed: RunFeed) => Promise<void>) | undefined;

	/** `share`: stores a feed where other processes can read it, until its end. */
	constructor(share?: (runId: string, feed: RunFeed) => Promise<void>) {
		this.#share = share;
	}

	open(runId: string): RunFeed {
		const feed = new RunFeed(runId);
		feed.shared = this.#share?.(runId, feed);
		this.#feeds.set(runId, feed);
		// By id: a timer with a reference to the feed would keep it in memory after it was dropped.
		feed.over.then(() => setTimeout(() => this.drop(runId), KEPT_MS).unref());
		for (const [id, { ended }] of this.#feeds) {
			if (this.#feeds.size <= KEPT_FEEDS) break;
			if (ended) this.#feeds.delete(id);
		}
		return feed;
	}

	drop(runId: string): void {
		this.#feeds.delete(runId);
	}

	get(runId: string): RunFeed | undefined {
		return this.#feeds.get(runId);
	}
}
