import type { Socket } from "node:net";
import type { PoolClient } from "pg";

/** A connection counts as silent after this many checks. */
const LOOKS = 4;

/** The driver does not expose the socket. */
const socketOf = (client: PoolClient): Socket | undefined =>
	(client as unknown as { connection?: { stream?: Socket } }).connection?.stream;

interface Held {
	bytes: number | undefined;
	looks: number;
}

/**
 * Breaks connections in use on which the server has been silent for too long: it was frozen, or the network
 * failed without notice. Counts checks, not time: a process that was frozen itself has missed nothing.
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
		// The awaited operation keeps the process alive, not this timer.
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
