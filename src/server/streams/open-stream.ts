import type { Caller } from "../auth/caller.ts";
import { STALLED_MS } from "../send/stalled.ts";
import { encodeText, failed, HEARTBEAT, OPENING } from "./frames.ts";
import { type Beating, type Pulse, pulse } from "./pulse.ts";

/** How many frames may wait for the reader: only the one being sent. */
const WAITING = 1;

export interface StreamSource<T> {
	/** What is streamed. The next item is requested only after the previous one was sent. */
	readonly items: AsyncIterator<T, unknown, undefined>;
	/** The text of an item; undefined to skip it; `end` to end the stream. */
	frame(item: T): string | undefined | typeof END;
	/** The last frame, after all items. */
	last?(): Promise<string>;
	/** Decides what errors reveal. */
	readonly caller: Caller;
	/** Ends the stream: the reader disconnected, or the server shuts down. */
	readonly signal: AbortSignal;
	readonly pulse?: Pulse;
	readonly stalledMs?: number;
}

export const END = Symbol("the stream ends here");

/**
 * Server-sent events. A stream holds its position and the one frame that is being sent, never more. A slow reader
 * falls behind and catches up from there.
 */
class EventStream<T> implements Beating {
	readonly #source: StreamSource<T>;
	readonly #pulse: Pulse;
	readonly #stalledMs: number;
	#controller: ReadableStreamDefaultController<Uint8Array> | undefined;
	/** Since when nothing was read. */
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
		this.#controller?.error(new Error("the client read nothing from this stream for too long"));
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
		// It may be waiting for the next item.
		this.#source.items.return?.()?.catch(() => {});
	}
}

export function openStream<T>(source: StreamSource<T>): ReadableStream<Uint8Array> {
	return new ReadableStream(new EventStream(source), { highWaterMark: WAITING });
}
