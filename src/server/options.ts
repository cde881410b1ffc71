import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { isObject } from "../event/index.ts";
import type { HoldfastOptions } from "../interface.ts";
import { isLoopbackHost } from "../network/loopback-host.ts";
import { type IssuerOptions, issuerOptions } from "./auth/issuers.ts";
import { parseOrigins } from "./cors.ts";
import type { Logger } from "./observe/log-request.ts";

/** Limits of the server. */
export interface ServerLimits {
	/** Maximum bytes of a body. Default 1 MiB; imports and some other operations have their own limit. */
	bodyBytes?: number | undefined;
	/** Requests per second of one key or token, in this process. Default: no limit. */
	requestsPerSecond?: number | undefined;
	/** How many requests may come at the same time after a pause. Default: twice `requestsPerSecond`. */
	burst?: number | undefined;
	/** Time limit of a request in milliseconds, except for runs and streams. Default 60,000. */
	timeoutMs?: number | undefined;
	/** Maximum number of open streams. Default 10,000. */
	streams?: number | undefined;
}

/** Options of `serve()`: those of the server, and those of `holdfast()`. */
export interface ServeOptions extends HoldfastOptions {
	/** Port to listen on. Default 4747; 0: any free port. */
	port?: number | undefined;
	/** Address to listen on. Default 127.0.0.1. Other addresses need an `adminKey`. */
	host?: string | undefined;
	/**
	 * The server's own key, for any tenant. At least 16 characters, unless the server listens on this machine only.
	 * Without it the server is open and accepts requests from this machine only.
	 */
	adminKey?: string | undefined;
	/** External issuers whose tokens name users, each for one tenant. */
	tokens?: readonly IssuerOptions[] | undefined;
	/** Limits of the server. */
	limits?: ServerLimits | undefined;
	/** Origins of web pages that may call the server, e.g. `https://app.example.com`. Default: none. */
	cors?: readonly string[] | undefined;
	/**
	 * Receives an entry for each response, without contents. `true`: writes JSON lines to the standard output.
	 * Default: no log.
	 */
	logger?: boolean | Logger | undefined;
	/** Whether to serve the web console at `/`. Default true. */
	console?: boolean | undefined;
	/** How long `close()` waits for requests and runs, in milliseconds. Default 10,000. */
	drainMs?: number | undefined;
}

const count = z.int().min(1);
const schema = z.object({
	port: z.int().min(0).max(65_535).default(4747),
	host: z.string().min(1).default("127.0.0.1"),
	adminKey: z
		.string()
		.min(1)
		// A key must be valid in a header.
		.regex(/^[\x21-\x7e]+$/, { error: "must consist of visible ASCII characters" })
		.optional(),
	tokens: z.array(issuerOptions).default([]),
	limits: z
		.strictObject({
			bodyBytes: count.default(1024 * 1024),
			requestsPerSecond: z.number().positive().optional(),
			burst: count.optional(),
			timeoutMs: count.max(3_600_000).default(60_000),
			streams: count.default(10_000),
		})
		.prefault({}),
	cors: z.array(z.string()).default([]).transform(parseOrigins),
	logger: z
		.union([z.boolean(), z.custom<Logger>((value) => typeof value === "function")], {
			error: "must be true, false or a function",
		})
		.default(false),
	console: z.boolean().default(true),
	drainMs: z.int().min(0).max(3_600_000).default(10_000),
});

export type ParsedServer = z.output<typeof schema>;

/** The validated options of the server, and those of Holdfast, which are validated where they are used. */
export function parseServeOptions(given: ServeOptions): { server: ParsedServer; options: HoldfastOptions } {
	if (!isObject(given)) throw new HoldfastError("invalid", "options: must be an object");
	const own = Object.fromEntries(Object.entries(given).filter(([name]) => name in schema.shape));
	const options = Object.fromEntries(Object.entries(given).filter(([name]) => !(name in schema.shape)));
	const server = parse(schema, own, "options");
	if (server.adminKey === undefined) checkOpen(server);
	else if (server.adminKey.length < LEAST_KEY && !isLoopbackHost(server.host)) refuseShort();
	return { server, options: options as HoldfastOptions };
}

/** If others can reach the server, the key must be too long to guess. */
const LEAST_KEY = 16;

function refuseShort(): never {
	const how = "create one with: openssl rand -hex 24";
	throw new HoldfastError(
		"invalid",
		`options.adminKey: must have at least ${LEAST_KEY} characters if other machines can call the server; ${how}`,
	);
}

function checkOpen({ host, cors, tokens }: ParsedServer): void {
	if (!isLoopbackHost(host))
		throw new HoldfastError(
			"invalid",
			`options.host: a server without adminKey listens on this machine only, not on ${host}; set adminKey (at least 16 characters), or omit host`,
		);
	if (cors.has("*"))
		throw new HoldfastError(
			"invalid",
			'options.cors: "*" would open this server to every web page; set adminKey',
		);
	if (tokens.length > 0)
		throw new HoldfastError(
			"invalid",
			"options.tokens: without adminKey, callers without a token may do anything; set adminKey",
		);
}
