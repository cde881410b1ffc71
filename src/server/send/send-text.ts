import type { Exchange } from "../exchange.ts";
import { STALLED_MS } from "./stalled.ts";

const OTHER_HEADERS: readonly string[] = ["cache-control", "no-store", "x-content-type-options", "nosniff"];
const JSON_HEADERS: readonly string[] = ["content-type", "application/json", ...OTHER_HEADERS];

/** The headers of a response as one flat list, which is the cheapest form for Node. */
function headersOf(
	exchange: Exchange,
	base: readonly string[],
	more: Readonly<Record<string, string>>,
): string[] {
	const headers = [...base, "x-request-id", exchange.id, ...exchange.headers];
	for (const name in more) headers.push(name, more[name] ?? "");
	return headers;
}

/** Shorter responses fit into the buffers of the system. */
const LONG = 64 * 1024;

/**
 * Responds with text (JSON unless the headers differ), or with nothing. Does nothing if a response was sent
 * already.
 */
export function sendText(
	exchange: Exchange,
	status: number,
	headers: Readonly<Record<string, string>>,
	text: string | undefined,
	stalledMs: number = STALLED_MS,
): void {
	if (exchange.isAnswered) return;
	exchange.status = status;
	const { outgoing } = exchange;
	if (outgoing.destroyed) return;
	const isJson = text !== undefined && headers["content-type"] === undefined;
	const list = headersOf(exchange, isJson ? JSON_HEADERS : OTHER_HEADERS, headers);
	if (text === undefined) {
		outgoing.writeHead(status, list);
		outgoing.end();
		return;
	}
	list.push("content-length", String(Buffer.byteLength(text)));
	outgoing.writeHead(status, list);
	outgoing.end(text);
	// Node resets it at the end of the response.
	if (text.length > LONG) outgoing.socket?.setTimeout(stalledMs);
}

/** Tells proxies neither to store nor to buffer streamed responses. */
const STREAM_HEADERS: Readonly<Record<string, string>> = {
	"cache-control": "no-store, no-transform",
	"x-accel-buffering": "no",
	"x-content-type-options": "nosniff",
};

/** The headers of a streamed response. */
export function beginStream(
	exchange: Exchange,
	status: number,
	type: string,
	headers: Readonly<Record<string, string>>,
): void {
	exchange.status = status;
	const all = { "content-type": type, ...STREAM_HEADERS, ...headers };
	exchange.outgoing.writeHead(status, headersOf(exchange, [], all));
	exchange.outgoing.flushHeaders();
}
