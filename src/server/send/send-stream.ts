import type { ServerResponse } from "node:http";
import { STALLED_MS } from "./stalled.ts";

/**
 * Writes a stream to the caller, no faster than the caller reads: the next chunk is requested when the previous one
 * was sent. Ends with the stream, when the caller disconnects, or when it stops reading.
 */
export async function sendStream(
	outgoing: ServerResponse,
	stream: ReadableStream<Uint8Array>,
	stalledMs: number = STALLED_MS,
): Promise<void> {
	const reader = stream.getReader();
	const leave = (): void => {
		reader.cancel().catch(() => {});
	};
	outgoing.once("close", leave);
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done || outgoing.destroyed) break;
			if (!outgoing.write(value)) await drained(outgoing, stalledMs);
		}
		outgoing.end();
	} catch (error) {
		// The headers are sent, so closing the connection is the only way to signal the failure.
		outgoing.destroy();
		throw error;
	} finally {
		outgoing.off("close", leave);
		reader.cancel().catch(() => {});
	}
}

/**
 * Resolves when the buffer has space again, or the caller disconnected. Adds one listener each time, because a slow
 * caller is awaited often.
 */
function drained(outgoing: ServerResponse, stalledMs: number): Promise<void> {
	const { socket } = outgoing;
	return new Promise((resolve) => {
		socket?.setTimeout(stalledMs);
		const done = (): void => {
			socket?.setTimeout(0);
			outgoing.off("drain", done);
			outgoing.off("close", done);
			resolve();
		};
		outgoing.on("drain", done);
		outgoing.on("close", done);
	});
}
