import { HoldfastError } from "../error/index.ts";
import { closedError, type Platform } from "../session/index.ts";
import { isOpen, type RunRecord } from "../store/ports/index.ts";
import { closeDeadRun } from "./close-runs.ts";
import { isErased } from "./is-erased.ts";
import { lastEvent } from "./last-event.ts";
import type { RunEvent, RunEventBody } from "./run-input.ts";
import { FEED_KIND, type FeedPiece, pieceId } from "./share-feed.ts";

/**
 * How often to poll for new events while there is a reader, and after how many polls to read the run itself.
 */
const LOOK_MS = 100;
const LOOKS_PER_RUN = 5;
/** A reader may come before the run is stored, which happens when it gets its turn or joins the queue. */
const EARLY_MS = 1_000;
/**
 * The last events of a run are written after its end, within this time. For a run that ended long ago nothing
 * more will come.
 */
const LATE_MS = 3_000;
const LONG_AGO_MS = 60_000;

export const notStreamed = (runId: string): HoldfastError =>
	new HoldfastError(
		"unavailable",
		`this process does not stream run "${runId}"; follow the events of its session instead`,
		{ runId },
		{ retryable: false },
	);

export const noSuchRun = (runId: string): HoldfastError =>
	new HoldfastError("not_found", `there is no run "${runId}"`, { runId });

export const saidErased = (runId: string): HoldfastError =>
	new HoldfastError("not_found", `events of run "${runId}" were erased`, { runId });

/**
 * Reads the stream of another process from the store: all events after `after`, then new ones, until the end.
 */
export function readSharedFeed(
	platform: Platform,
	runId: string,
	after: number,
): AsyncIterableIterator<RunEvent, void, undefined> {
	const left = new AbortController();
	const events = follow(platform, runId, after, left.signal);
	return {
		next: () => events.next(),
		return: async () => {
			left.abort();
			// Not awaited: the reader must not wait for a pending read.
			events.return().catch(() => {});
			return { done: true, value: undefined };
		},
		[Symbol.asyncIterator]() {
			return this;
		},
	};
}

const isLast = (event: RunEvent | undefined): boolean => event?.type === "finish" || event?.type === "error";

async function* follow(
	platform: Platform,
	runId: string,
	after: number,
	left: AbortSignal,
): AsyncGenerator<RunEvent, void, undefined> {
	const { tenant, closing } = platform;
	const watch = new RunWatch(platform, runId);
	let next = after + 1;
	let n = 0;
	for (let looks = 0; !left.aborted; ) {
		const found = await platform.store.documents.get(tenant, FEED_KIND, pieceId(runId, n));
		const piece = found?.body as unknown as FeedPiece | undefined;
		if (piece) {
			await watch.meet(piece);
			for (const event of piece.events) {
				if (event.seq < next) continue;
				next = event.seq + 1;
				looks = 0;
				yield event;
			}
			if (isLast(piece.events.at(-1))) return;
			if (piece.full) {
				n += 1;
				continue;
			}
		}
		const end = looks % LOOKS_PER_RUN === 0 ? await watch.look() : undefined;
		if (end) {
			yield { seq: next, ...end } as RunEvent;
			return;
		}
		looks += 1;
		await pause(LOOK_MS, [left, closing]);
		if (closing.aborted) throw closedError();
	}
}

/** The state of a run while its feed is read. */
class RunWatch {
	readonly #platform: Platform;
	readonly #runId: string;
	/** Whether pieces of the feed were found, or the run while it was open. */
	#known = false;
	#checked = false;
	readonly #since = Date.now();
	/** When the run was first seen to have ended. */
	#overSince: number | undefined;

	constructor(platform: Platform, runId: string) {
		this.#platform = platform;
		this.#runId = runId;
	}

	/** Throws if events of the run were erased, as the process of the run does. */
	async meet({ runId }: FeedPiece): Promise<void> {
		this.#known = true;
		if (this.#checked) return;
		this.#checked = true;
		const run = await this.#platform.store.runs.get(this.#platform.tenant, runId);
		if (!run || (!isOpen(run.status) && (await isErased(this.#platform, runId))))
			throw saidErased(this.#runId);
	}

	/** Undefined while more events may come; otherwise the last event. Throws if the run does not exist. */
	async look(): Promise<RunEventBody | undefined> {
		const run = await this.#find();
		if (!run && this.#known) throw saidErased(this.#runId);
		if (!run && Date.now() - this.#since < EARLY_MS) return undefined;
		if (!run) throw noSuchRun(this.#runId);
		if (isOpen(run.status)) {
			this.#known = true;
			return undefined;
		}
		this.#overSince ??= Date.now();
		const isLate = Date.now() - this.#overSince > LATE_MS;
		const isOld = Date.now() - (run.endedAt ?? 0) > LONG_AGO_MS;
		if (!isLate && !isOld) return undefined;
		return lastEvent(this.#platform, run);
	}

	/** Reads the run. If its process died, closes it first: no other process will write its end. */
	async #find(): Promise<RunRecord | undefined> {
		const { store, tenant } = this.#platform;
		const run = await store.runs.get(tenant, this.#runId);
		if (!run?.expired) return run;
		await closeDeadRun(this.#platform, run);
		this.#known = true;
		this.#overSince = 0;
		return store.runs.get(tenant, this.#runId);
	}
}

function pause(ms: number, signals: readonly AbortSignal[]): Promise<void> {
	return new Promise((resolve) => {
		const done = (): void => {
			clearTimeout(timer);
			for (const signal of signals) signal.removeEventListener("abort", done);
			resolve();
		};
		const timer = setTimeout(done, ms);
		for (const signal of signals) {
			signal.addEventListener("abort", done);
			if (signal.aborted) done();
		}
	});
}
