import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { isObject } from "../event/index.ts";
import type { HoldfastOptions } from "../interface.ts";
import { type IssuerOptions, issuerOptions } from "./auth/issuers.ts";
import { isLoopbackHost } from "./auth/loopback.ts";
import { parseOrigins } from "./cors.ts";
import type { Logger } from "./observe/log-request.ts";

/** What the server takes on. */
export interface ServerLimits {
	/** Bytes of a body. Default 1 MiB; imports have a limit of their own. */
	bodyBytes?: number | undefined;
	/** Requests of one key or token in a second, in this process. Default: as many as they like. */
	requestsPerSecond?: number | undefined;
	/** How many of them may come at once after a pause. Default: twice as many. */
	burst?: number | undefined;
	/** Milliseconds until a request that is no run or stream is given up. Default 60,000. */
	timeoutMs?: number | undefined;
	/** Streams that are open at the same time. Default 10,000. */
	streams?: number | undefined;
}

export interface ServeOptions extends HoldfastOptions {
	/** Default 4747; 0: any that is free. */
	port?: number | undefined;
	/** Default 127.0.0.1. Other addresses need an `adminKey`. */
	host?: string | undefined;
	/**
	 * The key of whoever runs the server, for any tenant; at least 16 characters unless the server listens on this machine
	 * only. Without it the server is open, and answers to this machine only.
	 */
	adminKey?: string | undefined;
	/** Others whose tokens name users, each of one tenant. */
	tokens?: readonly IssuerOptions[] | undefined;
	limits?: ServerLimits | undefined;
	/** Origins of web pages that may call the server, e.g. `https://app.example.com`. Default: none. */
	cors?: readonly string[] | undefined;
	/** Told of each answer: `true` for lines of JSON on the standard output. Never of contents. Default: nobody. */
	logger?: boolean | Logger | undefined;
	/** Whether the web console is served at `/`. Default true. */
	console?: boolean | undefined;
	/** How long `close()` lets requests and runs go on, in milliseconds. Default 10,000. */
	drainMs?: number | undefined;
}

const count = z.int().min(1);
const schema = z.object({
	port: z.int().min(0).max(65_535).default(4747),
	host: z.string().min(1).default("127.0.0.1"),
	adminKey: z
		.string()
		.min(1)
		// What a header could not carry nobody could present.
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

/** The server's own options, checked, and those of Holdfast, which are checked where they are used. */
export function parseServeOptions(given: ServeOptions): { server: ParsedServer; options: HoldfastOptions } {
	if (!isObject(given)) throw new HoldfastError("invalid", "options: must be an object");
	const own = Object.fromEntries(Object.entries(given).filter(([name]) => name in schema.shape));
	const options = Object.fromEntries(Object.entries(given).filter(([name]) => !(name in schema.shape)));
	const server = parse(schema, own, "options");
	if (server.adminKey === undefined) checkOpen(server);
	else if (server.adminKey.length < LEAST_KEY && !isLoopbackHost(server.host)) refuseShort();
	return { server, options: options as HoldfastOptions };
}

/** Where others can try, a key must be too long to be guessed. */
const LEAST_KEY = 16;

function refuseShort(): never {
	const how = "make one with: openssl rand -hex 24";
	throw new HoldfastError(
		"invalid",
		`options.adminKey: must have at least ${LEAST_KEY} characters where other machines can call; ${how}`,
	);
}

function checkOpen({ host, cors, tokens }: ParsedServer): void {
	if (!isLoopbackHost(host))
		throw new HoldfastError(
			"invalid",
			`options.host: a server that anybody may use listens on this machine only, not on ${host}; give it an adminKey (at least 16 characters), or leave host out`,
		);
	if (cors.has("*"))
		throw new HoldfastError(
			"invalid",
			'options.cors: "*" would open this server to every web page; give it an adminKey',
		);
	if (tokens.length > 0)
		throw new HoldfastError(
			"invalid",
			"options.tokens: who has no token may do anything here; give it an adminKey",
		);
}
