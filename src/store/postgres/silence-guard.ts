import type { Socket } from "node:net";
import type { PoolClient } from "pg";

/** Looks at each connection so many times until it counts as silent. */
const LOOKS = 4;

/** The driver keeps the socket to itself. */
const socketOf = (client: PoolClient): Socket | undefined =>
	(client as unknown as { connection?: { stream?: Socket } }).connection?.stream;

interface Held {
	bytes: number | undefined;
	looks: number;
}

/**
 * Breaks connections that are in use and on which the server has not said a word for so long: it was frozen, or the way to
 * it is gone without anybody telling. Counts looks, not time: one who was frozen himself has missed nothing.
 */
export class SilenceGuard {
	readonly #held = new Map<PoolClient, Held>();
	readonly #intervalMs: number;
	#timer: NodeJS.Timeout | undefined;

	constructor(limitMs: number) {
		this.#intervalMs = Math.max(1, Math.ceil(limitMs / LOOKS));
	}

	add(client: PoolClient): void {
		this.#held.set(client, { bytes: socketOf(client)?.bytesRead, looks: 0 });
		// What is waited for keeps the process, not the watch over it.
		this.#timer ??= setInterval(() => this.#look(), this.#intervalMs).unref();
	}

	remove(client: PoolClient): void {
		this.#held.delete(client);
	}

	#look(): void {
		if (this.#held.size === 0) {
			clearInterval(this.#timer);
			this.#timer = undefined;
		}
		for (const [client, held] of this.#held) {
			const socket = socketOf(client);
			if (socket?.bytesRead !== held.bytes) {
				held.bytes = socket?.bytesRead;
				held.looks = 0;
			} else if (++held.looks > LOOKS) socket?.destroy();
		}
	}
}
