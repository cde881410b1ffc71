import type { RunEvent, RunEventBody } from "./run-input.ts";

/**
 * What a run has streamed so far. Readers come and go: each gets everything behind the number it names, then what
 * comes, then the end. Nothing a reader does holds the run up.
 */
export class RunFeed {
	readonly #events: RunEvent[] = [];
	/** Whose words these are: another run's, where an idempotency key was repeated. */
	runId: string;
	/** Called when the last reader leaves before the end. */
	onLeft: (() => void) | undefined;
	/** Settled when it is written where others can read it, to its end. */
	shared: Promise<void> | undefined;
	/** Settled at the end. */
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

	/** How many events there are. */
	get size(): number {
		return this.#events.length;
	}

	slice(from: number, to: number): readonly RunEvent[] {
		return this.#events.slice(from, to);
	}

	/** Until there are more than so many events, or no more will come. */
	async past(count: number): Promise<void> {
		while (!this.#ended && this.#events.length <= count) {
			await new Promise<void>((resolve) => this.#wake.push(resolve));
		}
	}

	/** Whether it holds anything that was said. A run that was never admitted has told its error only. */
	get tells(): boolean {
		return this.#events.some(({ type }) => type !== "error");
	}

	#tell(): void {
		const waiting = this.#wake;
		this.#wake = [];
		for (const wake of waiting) wake();
	}

	/** Everything behind `after`. */
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
				// It may be waiting.
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

/** What one reader does to an event is not for the others. */
const copyOf = (event: RunEvent): RunEvent =>
	event.type === "text-delta" ? { ...event } : structuredClone(event);

/** How many ended runs can still be read from their first event, and for how long: a server has many tenants. */
const KEPT_FEEDS = 100;
const KEPT_MS = 10 * 60_000;

/** The feeds of runs of this process. */
export class RunFeeds {
	readonly #feeds = new Map<string, RunFeed>();
	readonly #share: ((runId: string, feed: RunFeed) => Promise<void>) | undefined;

	/** `share`: writes a feed where others can read it, to its end. */
	constructor(share?: (runId: string, feed: RunFeed) => Promise<void>) {
		this.#share = share;
	}

	open(runId: string): RunFeed {
		const feed = new RunFeed(runId);
		feed.shared = this.#share?.(runId, feed);
		this.#feeds.set(runId, feed);
		// By its id: a timer that knew the feed would hold it beyond its place among the last.
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
