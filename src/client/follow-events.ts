import { HoldfastError } from "../error/index.ts";
import type { Event } from "../event/event.ts";
import { isObject } from "../event/json.ts";
import type { FollowOptions } from "../session/follow-events.ts";
import { closedError } from "../session/gate.ts";
import type { Session } from "../session/session.ts";
import { invalid } from "./checks.ts";
import { readMessages } from "./read-messages.ts";
import { delayAfter, pause } from "./retry.ts";
import type { SseMessage } from "./sse-parser.ts";
import type { Transport } from "./transport.ts";
import { notOurs, toError } from "./wire-error.ts";

/*
 * A follower is a cursor, as in the library: the offset of the last event that it returned. The connection can
 * break at any time; the next one continues after the cursor.
 */

type Query = readonly (readonly [string, string])[];

class Follower implements AsyncIterableIterator<Event> {
	readonly #transport: Transport;
	readonly #session: () => Query;
	readonly #signal: AbortSignal | undefined;
	/** Ends a connection or wait in progress. */
	readonly #ending = new AbortController();
	#cursor: number;
	#messages: AsyncGenerator<SseMessage, void, undefined> | undefined;
	#done = false;
	/** It was connected before: from now on it reconnects, however long that takes. */
	#connected = false;
	/** It has seen the session, so a session that is not found was deleted. */
	#seen = false;
	#uid: string | undefined;
	#turn: Promise<unknown> = Promise.resolve();
	readonly #end = (): void => this.#finish();

	constructor(transport: Transport, session: () => Query, after: number, signal: AbortSignal | undefined) {
		this.#transport = transport;
		this.#session = session;
		this.#cursor = after;
		this.#signal = signal;
		for (const ending of [signal, transport.closing]) {
			if (ending?.aborted) this.#done = true;
			else ending?.addEventListener("abort", this.#end, { once: true });
		}
	}

	[Symbol.asyncIterator](): this {
		return this;
	}

	next(): Promise<IteratorResult<Event>> {
		const result = this.#turn.then(() => this.#next());
		this.#turn = result.catch(() => {});
		return result;
	}

	async return(): Promise<IteratorResult<Event>> {
		this.#finish();
		return { done: true, value: undefined };
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#finish();
	}

	async #next(): Promise<IteratorResult<Event>> {
		for (let failures = 0; !this.#done; ) {
			try {
				const event = await this.#read();
				if (this.#done) break;
				if (event) return { done: false, value: event };
				failures += 1;
			} catch (error) {
				if (this.#done) break;
				if (!this.#connected || !isPassing(error)) {
					this.#finish();
					throw error;
				}
				failures += 1;
			}
			this.#messages = undefined;
			await pause(delayAfter(failures, this.#transport.options.retry), this.#ending.signal);
		}
		return { done: true, value: undefined };
	}

	/** The next event; undefined if the connection has ended. */
	async #read(): Promise<Event | undefined> {
		this.#messages ??= await this.#connect();
		for (;;) {
			const { done, value } = await this.#messages.next();
			if (done) return undefined;
			const event = this.#take(value);
			if (event) return event;
		}
	}

	/** The event of a message; undefined if it is not an event, or was returned before. */
	#take({ event: name, data }: SseMessage): Event | undefined {
		const value: unknown = parseJson(data);
		if (name === "error") throw toError(value) ?? notOurs(this.#transport.options.base, 200);
		if (name !== "message" || !isObject(value) || typeof value.offset !== "number") return undefined;
		this.#seen = true;
		if (value.offset <= this.#cursor) return undefined;
		this.#cursor = value.offset;
		return value as unknown as Event;
	}

	async #connect(): Promise<AsyncGenerator<SseMessage, void, undefined>> {
		const query = this.#session();
		if (this.#seen) await this.#checkIdentity(query);
		const connection = new AbortController();
		const stop = (): void => connection.abort();
		this.#ending.signal.addEventListener("abort", stop, { once: true });
		connection.signal.addEventListener("abort", () => this.#ending.signal.removeEventListener("abort", stop));
		const response = await this.#transport.open({
			method: "GET",
			path: "/v1/sessions/events/stream",
			query: [...query, ["after", String(this.#cursor)]],
			headers: { accept: "text/event-stream", "last-event-id": String(this.#cursor) },
			long: true,
			signal: connection.signal,
		});
		this.#connected = true;
		return readMessages(response, connection);
	}

	/** The name may belong to another session by now, which is not the one that was followed. */
	async #checkIdentity(query: Query): Promise<void> {
		const { uid, head } = await this.#transport.send<Session>({
			method: "GET",
			path: "/v1/sessions",
			query,
			signal: this.#ending.signal,
		});
		if (head > this.#cursor && (this.#uid ?? uid) === uid) this.#uid = uid;
		else
			throw new HoldfastError("not_found", "the session was deleted while it was followed", {
				...(this.#uid !== undefined && { uid: this.#uid }),
			});
	}

	#finish(): void {
		this.#done = true;
		this.#signal?.removeEventListener("abort", this.#end);
		this.#transport.closing.removeEventListener("abort", this.#end);
		this.#ending.abort();
	}
}

/** Whether the same request may succeed next time. */
function isPassing(error: unknown): boolean {
	// Broken while reading: an error of the platform.
	return HoldfastError.isInstance(error) ? error.retryable : true;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function parseOptions(options: unknown): { after: number; signal: AbortSignal | undefined } {
	if (options === undefined) return { after: -1, signal: undefined };
	if (!isObject(options)) throw invalid("follow options", "must be { after?, signal? }");
	const { after = -1, signal, ...others } = options;
	for (const name of Object.keys(others)) throw invalid("follow options", `has no option ${name}`);
	if (!Number.isSafeInteger(after)) throw invalid("follow options.after", "must be an integer");
	if ((after as number) < -1) throw invalid("follow options.after", "must be -1 or more");
	if (signal !== undefined && !(signal instanceof AbortSignal))
		throw invalid("follow options.signal", "must be an AbortSignal");
	return { after: after as number, signal };
}

/** Like the library's: every event after `after`, past and future, each once and in order. */
export function followEvents(
	transport: Transport,
	session: () => Query,
	options?: FollowOptions,
): AsyncIterableIterator<Event> {
	try {
		const { after, signal } = parseOptions(options);
		if (transport.closing.aborted) throw closedError();
		return new Follower(transport, session, after, signal);
	} catch (error) {
		return refused(error);
	}
}

/** Rejects at the first `next`, not when it is created. */
// biome-ignore lint/correctness/useYield: it has nothing to give.
async function* refused(error: unknown): AsyncGenerator<Event, void, undefined> {
	throw error;
}
