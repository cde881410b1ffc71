import type { Caller } from "../auth/caller.ts";
import { STALLED_MS } from "../send/stalled.ts";
import { encodeText, failed, HEARTBEAT, OPENING } from "./frames.ts";
import { type Beating, type Pulse, pulse } from "./pulse.ts";

/** How much may wait for who reads: what is being sent, and no more. */
const WAITING = 1;

export interface StreamSource<T> {
	/** What is streamed. Asked for the next only when the last was taken. */
	readonly items: AsyncIterator<T, unknown, undefined>;
	/** The text of an item; undefined where it is not for who reads; `end` where nothing is any more. */
	frame(item: T): string | undefined | typeof END;
	/** What is said when there are no more items. */
	last?(): Promise<string>;
	/** Whom it is for: it decides what is told of an error. */
	readonly caller: Caller;
	/** Ends the stream: whoever reads has left, or the server ends. */
	readonly signal: AbortSignal;
	readonly pulse?: Pulse;
	readonly stalledMs?: number;
}

export const END = Symbol("the stream ends here");

/**
 * Server-sent events. A stream holds a place in what it streams and the one frame that is under way, never more: who
 * reads slowly falls behind, and catches up from where it is.
 */
class EventStream<T> implements Beating {
	readonly #source: StreamSource<T>;
	readonly #pulse: Pulse;
	readonly #stalledMs: number;
	#controller: ReadableStreamDefaultController<Uint8Array> | undefined;
	/** Since when nothing was taken. */
	#fullSince: number | undefined;
	#over = false;
	readonly #end = (): void => this.#close();

	constructor(source: StreamSource<T>) {
		this.#source = source;
		this.#pulse = source.pulse ?? pulse;
		this.#stalledMs = source.stalledMs ?? STALLED_MS;
	}

	start(controller: ReadableStreamDefaultController<Uint8Array>): void {
		this.#controller = controller;
		this.#send(OPENING);
		const { signal } = this.#source;
		if (signal.aborted) {
			this.#close();
			return;
		}
		signal.addEventListener("abort", this.#end, { once: true });
		this.#pulse.add(this);
	}

	async pull(): Promise<void> {
		this.#fullSince = undefined;
		try {
			while (!this.#over) {
				const step = await this.#source.items.next();
				if (this.#over) return;
				const frame = step.done ? END : this.#source.frame(step.value);
				if (frame === undefined) continue;
				if (frame !== END) return this.#send(encodeText(frame));
				const last = await this.#source.last?.();
				if (last !== undefined && !this.#over) this.#send(encodeText(last));
				return this.#close();
			}
		} catch (error) {
			if (this.#over) return;
			this.#send(encodeText(failed(error, this.#source.caller)));
			this.#close();
		}
	}

	cancel(): void {
		this.#leave();
	}

	beat(now: number): void {
		if ((this.#controller?.desiredSize ?? 0) > 0) {
			this.#send(HEARTBEAT);
			return;
		}
		this.#fullSince ??= now;
		if (now - this.#fullSince < this.#stalledMs) return;
		this.#leave();
		this.#controller?.error(new Error("nobody took anything from this stream for too long"));
	}

	#send(bytes: Uint8Array): void {
		this.#controller?.enqueue(bytes);
		if ((this.#controller?.desiredSize ?? 0) <= 0) this.#fullSince ??= Date.now();
	}

	#close(): void {
		if (this.#over) return;
		this.#leave();
		this.#controller?.close();
	}

	#leave(): void {
		this.#over = true;
		this.#pulse.remove(this);
		this.#source.signal.removeEventListener("abort", this.#end);
		// It may be waiting for what comes next.
		this.#source.items.return?.()?.catch(() => {});
	}
}

export function openStream<T>(source: StreamSource<T>): ReadableStream<Uint8Array> {
	return new ReadableStream(new EventStream(source), { highWaterMark: WAITING });
}
