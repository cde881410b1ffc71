import type { IncomingMessage, ServerResponse } from "node:http";
import { HoldfastError } from "../error/index.ts";
import type { Caller } from "./auth/caller.ts";
import { allowOrigin, isPreflight, PREFLIGHT_HEADERS } from "./cors.ts";
import { Exchange } from "./exchange.ts";
import { entryOf, type Logger } from "./observe/log-request.ts";
import type { Operation } from "./operation.ts";
import { type PerformOptions, perform } from "./perform.ts";
import { type Prepared, prepareOperation } from "./prepare-operation.ts";
import { checkEncoding } from "./receive/read-query.ts";
import { shareStreams } from "./receive/share-streams.ts";
import { createRoutes } from "./routes.ts";
import { errorAnswer, HttpError } from "./send/error-answer.ts";
import { sendText } from "./send/send-text.ts";

/*
 * The path of a request: authentication, rate limit, routing, authorization, validation, then the operation.
 * Requests are read from the connection, and responses written to it, directly: a Request and a Response object for
 * each would cost as much as everything else.
 */

export interface AppOptions extends PerformOptions {
	operations: readonly Operation[];
	authenticate(headers: Exchange["incoming"]["headers"]): Caller | Promise<Caller>;
	/** Throws if the caller exceeds its rate. */
	takeTurn: ((who: string) => void) | undefined;
	origins: ReadonlySet<string>;
	/** Receives each response. */
	log: Logger | undefined;
	/** Receives unexpected errors. */
	logError: Logger;
	bodyBytes: number;
	timeoutMs: number;
	/** Paths that need no credential. */
	open: ReadonlyMap<string, (exchange: Exchange) => void | Promise<void>>;
}

export interface App {
	/** Answers a request. Never rejects. */
	handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
	/** Requests in progress, and how to tell them that the server shuts down. */
	readonly active: ReadonlyMap<Exchange, Prepared | undefined>;
	/** From now on, responses tell callers to open another connection. */
	drain(): void;
	close(): void;
}

/** The path as it was sent. Parameters are decoded one by one; nothing else is interpreted. */
const pathOf = ({ url = "" }: Exchange["incoming"]): string => {
	const end = url.indexOf("?");
	return end < 0 ? url : url.slice(0, end);
};

/** How often to look for requests that have timed out. */
const looksEvery = (timeoutMs: number): number => Math.min(1_000, Math.max(5, timeoutMs / 20));

/** How long a stream may continue with an invalid credential. */
const RECHECK_MS = 15_000;

export function createApp(options: AppOptions): App {
	const { authenticate, takeTurn, origins, log, logError, metrics, timeoutMs, open } = options;
	const active = new Map<Exchange, Prepared | undefined>();
	let draining = false;

	const sendError = (exchange: Exchange, error: unknown): void => {
		const { status, body, headers, unexpected } = errorAnswer(error, exchange.caller, exchange.id);
		if (status === 401) metrics.totals.unauthorized += 1;
		if (status === 429) metrics.totals.limited += 1;
		if (unexpected) logError(entryOf(exchange, error));
		sendText(exchange, status, headers, `${JSON.stringify(body)}\n`);
	};

	/** One timer for all requests. The work of a timed-out request continues, but nothing waits for it. */
	const timer = setInterval(() => {
		const before = performance.now() - timeoutMs;
		for (const [exchange, prepared] of active) {
			if (exchange.startedAt > before || exchange.isAnswered || prepared?.operation.long) continue;
			const error = new HoldfastError(
				"unavailable",
				`the request took longer than ${timeoutMs} ms; try again`,
			);
			sendError(exchange, new HttpError(error, 504));
			exchange.abort(error);
		}
	}, looksEvery(timeoutMs));
	timer.unref();

	/** Authenticates the caller of a stream again: keys are revoked, and tokens expire. */
	const recheck = async (exchange: Exchange): Promise<void> => {
		try {
			await authenticate(exchange.incoming.headers);
		} catch (error) {
			if (HoldfastError.isInstance(error) && error.code === "unauthorized") exchange.abort(error);
		}
	};
	const rechecks = setInterval(() => {
		for (const [exchange, prepared] of active) if (prepared?.follows) recheck(exchange);
	}, RECHECK_MS);
	rechecks.unref();

	const share = shareStreams();
	const find = createRoutes(
		options.operations.map((operation) => prepareOperation(operation, options.bodyBytes)),
	);

	/** Everything before the operation. */
	const answer = async (exchange: Exchange): Promise<void> => {
		const { incoming } = exchange;
		if (draining) exchange.headers.push("connection", "close");
		const isAllowed = allowOrigin(exchange, origins);
		if (isPreflight(exchange) && isAllowed) return sendText(exchange, 204, PREFLIGHT_HEADERS, undefined);
		const path = pathOf(incoming);
		const openTo = incoming.method === "GET" || incoming.method === "HEAD" ? open.get(path) : undefined;
		if (openTo) {
			exchange.operation = path;
			return openTo(exchange);
		}
		const caller = await authenticate(incoming.headers);
		exchange.caller = caller;
		const who = `${caller.tenant}\0${caller.credential}`;
		takeTurn?.(who);
		if (path.includes("%")) checkEncoding(path);
		const { prepared, params } = find(incoming.method ?? "", path);
		// The request came on an open connection, or was being authenticated.
		if (draining) throw new HoldfastError("unavailable", "the server is shutting down; try another one");
		active.set(exchange, prepared);
		const doIt = (): Promise<void> => perform(options, prepared, exchange, params);
		const waits = prepared.streams || prepared.follows;
		return caller.scope === "user" && waits ? share(who, doIt) : doIt();
	};

	return {
		active,
		drain() {
			draining = true;
		},
		close() {
			clearInterval(timer);
			clearInterval(rechecks);
		},
		async handle(incoming, outgoing) {
			const exchange = new Exchange(incoming, outgoing);
			active.set(exchange, undefined);
			metrics.now.requests += 1;
			try {
				await answer(exchange);
			} catch (error) {
				sendError(exchange, error);
			}
			active.delete(exchange);
			metrics.now.requests -= 1;
			metrics.count(exchange.operation, exchange.status, performance.now() - exchange.startedAt);
			log?.(entryOf(exchange));
		},
	};
}
