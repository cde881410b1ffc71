import { HoldfastError } from "../error/index.ts";
import { isObject } from "../event/json.ts";
import { uuidV7 } from "../event/uuid-v7.ts";
import type { RunStatus } from "../store/ports/index.ts";
import type { RunStream } from "../turn/agents.ts";
import { lazyIterator } from "../turn/lazy-iterator.ts";
import { RunFeed } from "../turn/run-feed.ts";
import type { RunEventBody, RunResult } from "../turn/run-input.ts";
import { type ActiveRuns, endOnClose } from "./end-run.ts";
import { readMessages } from "./read-messages.ts";
import { delayAfter, pause } from "./retry.ts";
import { cancelOnAbort, cancelRun, chooseRunId, type RunRequest, runRequest } from "./run-request.ts";
import type { SseMessage } from "./sse-parser.ts";
import type { Ask, Transport } from "./transport.ts";
import { toError, unreachable } from "./wire-error.ts";

/*
 * A stream is read into a feed as it arrives, whether or not the feed is read:
 *
 *   asked for ──▶ reading ──result, error──▶ over
 *      │  ▲          │ broken
 *      │  └─ no run  ▼
 *      └─broken─▶ resumed after the last event
 */

/** A feed that records whether it reported a failure. */
class Feed extends RunFeed {
	failed = false;

	override push(body: RunEventBody): void {
		if (body.type === "error") this.failed = true;
		super.push(body);
	}
}

/** Requests the run immediately. Events wait until they are read. */
export function openRunStream(
	transport: Transport,
	active: ActiveRuns,
	given: unknown,
	count: (work: Promise<unknown>) => void,
): RunStream {
	const runId = chooseRunId(given);
	const generated = uuidV7();
	const feed = new Feed(runId);
	const over = new AbortController();
	const leave = (): void => void cancelRun(transport, () => [runId], over.signal);
	const run = async (): Promise<RunResult> => {
		try {
			const request = runRequest(given, generated);
			cancelOnAbort(transport, request.signal, () => [runId], over.signal);
			if (request.onLeave === "cancel") feed.onLeft = leave;
			const end = endOnClose(transport, () => [runId], { over: over.signal, isStreamed: true });
			active.set(runId, end.cancel);
			return await readRun(new RunReader(transport, request, runId, feed, end.signal), transport.options);
		} catch (error) {
			if (!feed.failed) feed.push(errorEvent(error));
			throw error;
		} finally {
			active.delete(runId);
			over.abort();
			feed.end();
		}
	};
	const result = run();
	count(result);
	// A caller that does not read the result need not handle its failure.
	result.catch(() => {});
	const named = isObject(given) && typeof given.sessionId === "string" ? given.sessionId : undefined;
	return {
		runId,
		sessionId: named ?? generated,
		result,
		[Symbol.asyncIterator]: () => lazyIterator(async () => feed.read(-1)),
	};
}

/** Reads a run into the feed, over as many connections as needed, and returns its result. */
async function readRun(
	reader: RunReader,
	{ retry, base }: Pick<Transport["options"], "retry" | "base">,
): Promise<RunResult> {
	/** The next step: request the run, or resume it. */
	let next: "ask" | "look" = "ask";
	for (let failures = 0; ; ) {
		const before = reader.last;
		let failure: unknown;
		try {
			const result = await (next === "ask" ? reader.ask() : reader.takeUp());
			if (result) return result;
			next = "look";
		} catch (error) {
			reader.ended.throwIfAborted();
			if (reader.over) throw error;
			// The run may have started anyway. If not, it is requested again.
			if (isPassing(error) || (next === "ask" && failures > 0 && isTaken(error))) next = "look";
			else if (next === "ask" || !isUnknown(error)) throw error;
			else if (reader.begun) return reader.askForResult();
			else next = "ask";
			failure = error;
		}
		failures = reader.last > before ? 1 : failures + 1;
		if (failures >= 2 * retry.tries)
			throw HoldfastError.isInstance(failure) ? failure : unreachable(base, failure);
		await pause(delayAfter(failures, retry), reader.ended);
		reader.ended.throwIfAborted();
	}
}

class RunReader {
	readonly #transport: Transport;
	readonly #request: RunRequest;
	readonly #runId: string;
	readonly #feed: Feed;
	/** Aborted when nothing waits for the run any more. */
	readonly ended: AbortSignal;
	/** The number of the last event received. */
	last = -1;
	/** The server has accepted the run. */
	begun = false;
	/** The end of the run was received. */
	over = false;

	constructor(transport: Transport, request: RunRequest, runId: string, feed: Feed, ended: AbortSignal) {
		this.#transport = transport;
		this.#request = request;
		this.#runId = runId;
		this.#feed = feed;
		this.ended = ended;
	}

	/** Requests the run. Returns the result; undefined if the connection broke before it. */
	ask(): Promise<RunResult | undefined> {
		const { path, body, key } = this.#request;
		return this.#read({ method: "POST", path: `${path}/stream`, body: body(this.#runId), key });
	}

	/** Resumes a run after the last event received. */
	takeUp(): Promise<RunResult | undefined> {
		const query = [["after", String(this.last)]] as const;
		return this.#read({ method: "GET", path: `/v1/runs/${this.#runId}/stream`, query });
	}

	/** Gets the result of a run that is no longer streamed, by requesting it again with the same key. */
	async askForResult(): Promise<RunResult> {
		const { path, body, key } = this.#request;
		this.over = true;
		const ask = { method: "POST", path: `${path}/run`, body: body(uuidV7()), key } as const;
		const result = await this.#transport.send<RunResult>({ ...ask, long: true, signal: this.ended });
		const { status, output, usage, mode, handover } = result;
		const how = { ...(mode && { mode }), ...(handover && { handover }) };
		this.#feed.push({ type: "finish", status, output, usage, ...how });
		return result;
	}

	async #read(ask: Ask): Promise<RunResult | undefined> {
		const connection = new AbortController();
		const { signal } = connection;
		const stop = (): void => connection.abort(this.ended.reason);
		this.ended.addEventListener("abort", stop);
		if (this.ended.aborted) stop();
		const headers = { accept: "text/event-stream" };
		try {
			const response = await this.#transport.open({ ...ask, headers, signal, long: true, tries: 1 });
			this.begun = true;
			for await (const message of readMessages(response, connection)) {
				const result = this.#take(message);
				if (result) return result;
			}
			return undefined;
		} finally {
			this.ended.removeEventListener("abort", stop);
		}
	}

	#take({ event: name, data }: SseMessage): RunResult | undefined {
		const value: unknown = JSON.parse(data);
		if (name === "result") {
			this.over = true;
			return value as RunResult;
		}
		if (name === "error") {
			const error = toError(value);
			// An error of this connection only is not the end of the run.
			this.over = error?.status !== undefined || this.#feed.failed;
			throw error ?? new Error("the stream was ended by an error");
		}
		if (name === "message" && isObject(value) && typeof value.seq === "number" && value.seq > this.last) {
			const { seq, ...body } = value;
			this.last = seq as number;
			this.#feed.push(body as unknown as RunEventBody);
		}
		return undefined;
	}
}

/** Whether the same request may succeed next time. */
const isPassing = (error: unknown): boolean => !HoldfastError.isInstance(error) || error.retryable;

/** The run exists: a try whose response was lost has started it. */
const isTaken = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && error.code === "conflict" && error.precondition === "runId";

/** There is no such run, or it is not streamed. */
const isUnknown = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && (error.code === "not_found" || error.code === "unavailable");

function errorEvent(error: unknown): RunEventBody {
	const fields: Partial<{ code: string; status: RunStatus }> = HoldfastError.isInstance(error) ? error : {};
	const message = error instanceof Error ? error.message : String(error);
	return { type: "error", code: fields.code ?? "unavailable", message, status: fields.status ?? "failed" };
}
