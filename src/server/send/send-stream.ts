import type { ServerResponse } from "node:http";

/**
 * Writes a stream to the caller, no faster than it is taken: a part is asked for when the one before has left. Ends with
 * the stream; a caller that leaves ends it.
 */
export async function sendStream(
	outgoing: ServerResponse,
	stream: ReadableStream<Uint8Array>,
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
			if (!outgoing.write(value)) await drained(outgoing);
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
function drained(outgoing: ServerResponse): Promise<void> {
	return new Promise((resolve) => {
		const done = (): void => {
			outgoing.off("drain", done);
			outgoing.off("close", done);
			resolve();
		};
		outgoing.on("drain", done);
		outgoing.on("close", done);
	});
}
