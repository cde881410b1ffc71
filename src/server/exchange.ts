import type { IncomingMessage, ServerResponse } from "node:http";
import { HoldfastError } from "../error/index.ts";
import type { Caller } from "./auth/caller.ts";
import { requestIdOf } from "./receive/read-headers.ts";

/*
 * One request and its response. Created thousands of times per second, so rarely needed parts (a signal, a timer)
 * are created on demand.
 */

export class Exchange {
	readonly id: string;
	readonly incoming: IncomingMessage;
	readonly outgoing: ServerResponse;
	readonly startedAt: number = performance.now();
	/** Id of the operation, as soon as it is known. */
	operation = "none";
	caller: Caller | undefined;
	/** Status of the response; 0 until there is one. */
	status = 0;
	/** Sent with every response. */
	readonly headers: string[] = [];
	#controller: AbortController | undefined;
	#left: unknown;

	constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
		this.incoming = incoming;
		this.outgoing = outgoing;
		this.id = requestIdOf(incoming.headers);
	}

	/** Aborted when the caller disconnected, or nothing waits for the response any more. */
	get signal(): AbortSignal {
		if (!this.#controller) {
			this.#controller = new AbortController();
			const { outgoing } = this;
			const leave = (): void => this.abort(new HoldfastError("cancelled", "the caller disconnected"));
			if (this.#left !== undefined) this.#controller.abort(this.#left);
			else if (outgoing.destroyed) leave();
			else outgoing.once("close", leave);
		}
		return this.#controller.signal;
	}

	abort(reason: unknown): void {
		this.#left ??= reason;
		this.#controller?.abort(reason);
	}

	get isAnswered(): boolean {
		return this.status !== 0;
	}
}
