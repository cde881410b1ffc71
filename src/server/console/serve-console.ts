import type { Exchange } from "../exchange.ts";
import { type ConsoleFile, openConsoleFiles } from "./console-files.ts";
import { PAGES } from "./pages.ts";

type Open = (exchange: Exchange) => Promise<void>;

/** The console may run its own scripts and call this server, and nothing else. */
export const CONSOLE_POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
].join("; ");

/**
 * The pages and files of the console, by path; undefined if it was not built. They need no credential: they contain
 * no data.
 */
export function consolePaths(folder?: string): ReadonlyMap<string, Open> | undefined {
	const files = openConsoleFiles(folder);
	const page = files?.get("/index.html");
	if (!files || !page) return undefined;
	const paths = new Map<string, Open>();
	for (const [name, read] of files) {
		if (name !== "/index.html") paths.set(name, async (exchange) => send(exchange, await read()));
	}
	for (const name of PAGES) paths.set(name, async (exchange) => send(exchange, await page()));
	return paths;
}

const FOR_EVER = "public, max-age=31536000, immutable";

function send(exchange: Exchange, file: ConsoleFile): void {
	const { incoming, outgoing } = exchange;
	if (exchange.isAnswered || outgoing.destroyed) return;
	const zips = file.zipped && /\bgzip\b/.test(incoming.headers["accept-encoding"]?.toString() ?? "");
	const body = zips && file.zipped ? file.zipped : file.plain;
	const isKnown = incoming.headers["if-none-match"]?.split(/\s*,\s*/).includes(file.etag) ?? false;
	exchange.status = isKnown ? 304 : 200;
	outgoing.writeHead(exchange.status, [
		"content-type",
		file.type,
		"etag",
		file.etag,
		"vary",
		"accept-encoding",
		"cache-control",
		file.isFixed ? FOR_EVER : "no-cache",
		"content-security-policy",
		CONSOLE_POLICY,
		"referrer-policy",
		"no-referrer",
		"x-content-type-options",
		"nosniff",
		"cross-origin-opener-policy",
		"same-origin",
		"x-request-id",
		exchange.id,
		...exchange.headers,
		...(isKnown ? [] : ["content-length", String(body.length)]),
		...(isKnown || body === file.plain ? [] : ["content-encoding", "gzip"]),
	]);
	outgoing.end(isKnown || incoming.method === "HEAD" ? undefined : body);
}
