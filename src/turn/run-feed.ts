import { HoldfastError } from "../error/index.ts";
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
	#ended = false;
	#readers = 0;
	#wake: (() => void)[] = [];

	constructor(runId: string) {
		this.runId = runId;
	}

	push(body: RunEventBody): void {
		if (this.#ended) return;
		this.#events.push({ seq: this.#events.length, ...body } as RunEvent);
		this.#tell();
	}

	end(): void {
		this.#ended = true;
		this.#tell();
	}

	get ended(): boolean {
		return this.#ended;
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

/** How many ended runs can still be read from their first event. */
const KEPT_FEEDS = 100;

/** The feeds of runs of this process. */
export class RunFeeds {
	readonly #feeds = new Map<string, RunFeed>();

	open(runId: string): RunFeed {
		const feed = new RunFeed(runId);
		this.#feeds.set(runId, feed);
		for (const [id, { ended }] of this.#feeds) {
			if (this.#feeds.size <= KEPT_FEEDS) break;
			if (ended) this.#feeds.delete(id);
		}
		return feed;
	}

	drop(runId: string): void {
		this.#feeds.delete(runId);
	}

	need(runId: string): RunFeed {
		const feed = this.#feeds.get(runId);
		if (feed) return feed;
		throw new HoldfastError(
			"unavailable",
			`run "${runId}" is not streamed by this process; follow its session's events instead`,
			{ runId },
			{ retryable: false },
		);
	}
}
