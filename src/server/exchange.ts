import type { IncomingMessage, ServerResponse } from "node:http";
import { HoldfastError } from "../error/index.ts";
import type { Caller } from "./auth/caller.ts";
import { requestIdOf } from "./receive/read-headers.ts";

/*
 * One request and its answer. Made for each of many thousands a second: what most of them do not need (a signal, a timer
 * that fires) is made when somebody asks.
 */

export class Exchange {
	readonly id: string;
	readonly incoming: IncomingMessage;
	readonly outgoing: ServerResponse;
	readonly startedAt: number = performance.now();
	/** The id of the operation, as soon as it is known. */
	operation = "none";
	caller: Caller | undefined;
	/** The status of the answer; 0 until there is one. */
	status = 0;
	/** Sent with the answer, whatever it is. */
	readonly headers: string[] = [];
	#controller: AbortController | undefined;
	#left: unknown;

	constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
		this.incoming = incoming;
		this.outgoing = outgoing;
		this.id = requestIdOf(incoming.headers);
	}

	/** Aborted when the caller has left, or nobody waits for the answer any more. */
	get signal(): AbortSignal {
		if (!this.#controller) {
			this.#controller = new AbortController();
			const { outgoing } = this;
			const leave = (): void => this.abort(new HoldfastError("cancelled", "the caller has left"));
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
