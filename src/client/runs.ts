import { HoldfastError } from "../error/index.ts";
import { isObject } from "../event/json.ts";
import { closedError } from "../session/gate.ts";
import { lazyIterator } from "../turn/lazy-iterator.ts";
import type { RunEvent } from "../turn/run-input.ts";
import type { Runs } from "../turn/runs.ts";
import type { QueryNames } from "../wire/query.ts";
import type { runListQuery } from "../wire/run-query.ts";
import { pathPart, queryOf, type SpecOf } from "./checks.ts";
import { readMessages } from "./read-messages.ts";
import { delayAfter, pause } from "./retry.ts";
import type { Transport } from "./transport.ts";
import { toError, unreachable } from "./wire-error.ts";

const LIST = {
	agentId: { as: "agent", sort: "id" },
	userId: { as: "user", sort: "id" },
	sessionId: { as: "session", sort: "id" },
	rootRunId: { sort: "id" },
	status: { sort: "words" },
	limit: { sort: "integer" },
	cursor: { sort: "text" },
} satisfies SpecOf<QueryNames<typeof runListQuery>, "agentId" | "userId" | "sessionId">;

export function createRuns(transport: Transport): Runs {
	const { send } = transport;
	const run = (id: unknown): string => `/v1/runs/${pathPart(id, "run id")}`;
	return {
		get: async (id) => send({ method: "GET", path: run(id) }),
		list: async (options) =>
			send({ method: "GET", path: "/v1/runs", query: queryOf(options, LIST, "options") }),
		cancel: async (id) => send({ method: "POST", path: `${run(id)}/cancel`, long: true }),
		trace: async (id) => (await send<{ items: never[] }>({ method: "GET", path: `${run(id)}/trace` })).items,
		stream: (id, options) =>
			lazyIterator(async () => {
				if (transport.closing.aborted) throw closedError();
				const path = `${run(id)}/stream`;
				const query = queryOf(options, { after: { sort: "integer" } }, "options");
				return readEvents(transport, path, query);
			}),
		delete: async (id) => send({ method: "DELETE", path: run(id) }),
	};
}

/** The events of a run, over as many connections as needed. Leaving ends the connection, also while it waits. */
function readEvents(
	transport: Transport,
	path: string,
	query: [string, string][],
): AsyncIterator<RunEvent, void, undefined> {
	const leaving = new AbortController();
	const leave = (): void => leaving.abort(closedError());
	transport.closing.addEventListener("abort", leave);
	const { signal } = leaving;
	const events = eventsOf(transport, path, query, signal);
	const stop = (): void => {
		transport.closing.removeEventListener("abort", leave);
		leaving.abort();
	};
	return {
		async next() {
			try {
				const step = await events.next();
				if (step.done) stop();
				return step;
			} catch (error) {
				const left = signal.aborted;
				stop();
				if (!left) throw error;
				if (transport.closing.aborted) throw closedError();
				return { done: true, value: undefined };
			}
		},
		async return() {
			stop();
			return { done: true, value: undefined };
		},
	};
}

async function* eventsOf(
	transport: Transport,
	path: string,
	query: [string, string][],
	leaving: AbortSignal,
): AsyncGenerator<RunEvent, void, undefined> {
	const { retry, base } = transport.options;
	let place = query;
	/** The last event was returned. What follows is only for the caller that requested the run. */
	let ended = false;
	for (let failures = 0; ; ) {
		const connection = new AbortController();
		const stop = (): void => connection.abort(leaving.reason);
		leaving.addEventListener("abort", stop, { once: true });
		if (leaving.aborted) stop();
		try {
			const response = await transport.open({
				method: "GET",
				path,
				query: place,
				long: true,
				signal: connection.signal,
				headers: { accept: "text/event-stream" },
			});
			for await (const { event, data } of readMessages(response, connection)) {
				const value: unknown = JSON.parse(data);
				// Both mean that the run is over. The event of a failure was returned before.
				if (event === "result" || (event === "error" && (ended || isEnd(value)))) return;
				if (event !== "message" || !isObject(value)) continue;
				place = [["after", String(value.seq)]];
				ended = value.type === "finish" || value.type === "error";
				failures = 0;
				yield value as unknown as RunEvent;
			}
		} catch (error) {
			if (leaving.aborted || (HoldfastError.isInstance(error) && !error.retryable)) throw error;
			if (failures >= retry.tries) throw HoldfastError.isInstance(error) ? error : unreachable(base, error);
		} finally {
			leaving.removeEventListener("abort", stop);
		}
		failures += 1;
		await pause(delayAfter(failures, retry), leaving);
		if (leaving.aborted) throw leaving.reason;
	}
}

/** An error with a status is how the run ended. Any other error is why it cannot be read. */
function isEnd(value: unknown): boolean {
	const error = toError(value);
	if (error?.status !== undefined) return true;
	throw error ?? new Error("the stream was ended by an error");
}
