import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { HoldfastError } from "../error/index.ts";
import { openHouse } from "../house.ts";
import { createApp } from "./app.ts";
import { createAuthenticate } from "./auth/authenticate.ts";
import { openIssuers } from "./auth/issuers.ts";
import { errorsToStderr, type Logger, toStdout } from "./observe/log-request.ts";
import { createMetrics } from "./observe/metrics.ts";
import { metricsOperation, openPaths } from "./open-paths.ts";
import { type ParsedServer, parseServeOptions, type ServeOptions } from "./options.ts";
import { createRateLimit } from "./receive/rate-limit.ts";
import { operations } from "./resources/index.ts";
import { shutDown } from "./shut-down.ts";

/** A running server. */
export interface HoldfastServer {
	/** Where it listens, e.g. `http://127.0.0.1:4747`. */
	readonly url: string;
	/** The port that it listens on. */
	readonly port: number;
	/**
	 * Accepts no new requests, ends followers, waits up to `drainMs` for requests and runs, cancels the remaining
	 * runs, and closes the store.
	 */
	close(): Promise<void>;
	/** Closes the server at the end of the block: `await using server = await serve()`. */
	[Symbol.asyncDispose](): Promise<void>;
}

/** Disconnects callers that send headers or bodies slowly, or endless headers. Node checks every few seconds. */
const NODE_OPTIONS = {
	headersTimeout: 15_000,
	requestTimeout: 300_000,
	// Longer than proxies keep their connections: the server must not be the side that closes first.
	keepAliveTimeout: 65_000,
	maxHeaderSize: 16 * 1024,
	connectionsCheckingInterval: 5_000,
};

/**
 * Serves Holdfast over HTTP.
 *
 * @example
 * ```ts
 * import { serve } from "holdfast/server";
 *
 * const server = await serve({ port: 0 });
 * const answer = await fetch(`${server.url}/health`);
 * console.log(answer.status);
 * await server.close();
 * ```
 */
export async function serve(given: ServeOptions = {}): Promise<HoldfastServer> {
	const { server: settings, options } = parseServeOptions(given);
	const metrics = createMetrics();
	const onAppend = (events: number): void => {
		metrics.totals.eventsAppended += events;
	};
	const isOpen = settings.adminKey === undefined;
	const house = await openHouse(options, { loopback: isOpen, shareFeeds: true, onAppend });
	try {
		const state = { draining: false };
		const { limits, cors: origins, adminKey } = settings;
		const issuers = openIssuers(settings.tokens, house.network);
		const app = createApp({
			house,
			metrics,
			origins,
			...loggersOf(settings),
			operations: [...operations, metricsOperation(house, metrics)],
			authenticate: createAuthenticate({
				store: house.store,
				tenant: house.tenant,
				adminKey,
				issuers,
				origins,
			}),
			takeTurn: rateLimitOf(settings),
			bodyBytes: limits.bodyBytes,
			timeoutMs: limits.timeoutMs,
			maxStreams: limits.streams,
			open: openPaths(house, operations, state, { isOpen, hasConsole: settings.console }),
		});
		const server = createServer(NODE_OPTIONS, (incoming, outgoing) => {
			app.handle(incoming, outgoing);
		});
		const port = await listen(server, settings);
		const host = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
		let closed: Promise<void> | undefined;
		const close = (): Promise<void> => {
			state.draining = true;
			closed ??= shutDown({ server, app, house, drainMs: settings.drainMs });
			return closed;
		};
		return { url: `http://${host}:${port}`, port, close, [Symbol.asyncDispose]: close };
	} catch (error) {
		await house.close({ cancel: true });
		throw error;
	}
}

function loggersOf({ logger }: ParsedServer): { log: Logger | undefined; logError: Logger } {
	if (logger === false) return { log: undefined, logError: errorsToStderr };
	const log = logger === true ? toStdout : logger;
	return { log, logError: log };
}

function rateLimitOf({ limits: { requestsPerSecond, burst } }: ParsedServer) {
	if (requestsPerSecond === undefined) return undefined;
	return createRateLimit({
		requestsPerSecond,
		burst: burst ?? Math.max(1, Math.ceil(requestsPerSecond * 2)),
	});
}

async function listen(server: Server, { host, port }: ParsedServer): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		const refuse = (error: NodeJS.ErrnoException): void => {
			const why =
				error.code === "EADDRINUSE"
					? "the port is in use; stop the other program, or set another `port` (0: any free port)"
					: error.message;
			reject(
				new HoldfastError("unavailable", `cannot listen on ${host}:${port}: ${why}`, {}, { cause: error }),
			);
		};
		server.once("error", refuse);
		server.listen(port, host, () => {
			server.off("error", refuse);
			resolve();
		});
	});
	return (server.address() as AddressInfo).port;
}
