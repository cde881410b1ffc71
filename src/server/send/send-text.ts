import type { Exchange } from "../exchange.ts";
import { STALLED_MS } from "./stalled.ts";

const OTHER_HEADERS: readonly string[] = ["cache-control", "no-store", "x-content-type-options", "nosniff"];
const JSON_HEADERS: readonly string[] = ["content-type", "application/json", ...OTHER_HEADERS];

/** The headers of an answer, as one flat list: the cheapest way to hand them over. */
function headersOf(
	exchange: Exchange,
	base: readonly string[],
	more: Readonly<Record<string, string>>,
): string[] {
	const headers = [...base, "x-request-id", exchange.id, ...exchange.headers];
	for (const name in more) headers.push(name, more[name] ?? "");
	return headers;
}

/** What is shorter is gone at once, into the buffers of the system. */
const LONG = 64 * 1024;

/** Answers with text, JSON unless the headers say otherwise, or with nothing. What was answered stays as it is. */
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
	// Node takes it back with the end of the answer.
	if (text.length > LONG) outgoing.socket?.setTimeout(stalledMs);
}

/** What proxies must do with answers that come bit by bit: neither keep nor collect them. */
const STREAM_HEADERS: Readonly<Record<string, string>> = {
	"cache-control": "no-store, no-transform",
	"x-accel-buffering": "no",
	"x-content-type-options": "nosniff",
};

/** The head of an answer that comes bit by bit. */
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
