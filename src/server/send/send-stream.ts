import type { ServerResponse } from "node:http";
import { STALLED_MS } from "./stalled.ts";

/**
 * Writes a stream to the caller, no faster than it is taken: a part is asked for when the one before has left. Ends with
 * the stream; a caller that leaves ends it, and so does one that takes nothing any more.
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
		// The head is out: breaking off is the only way left to say that it failed.
		outgoing.destroy();
		throw error;
	} finally {
		outgoing.off("close", leave);
		reader.cancel().catch(() => {});
	}
}

/** Until there is room again, or the caller has left. Listens once each time: a slow caller is waited for often. */
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
