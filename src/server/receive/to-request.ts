import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { HoldfastError } from "../../error/index.ts";
import { checkLength } from "./read-body.ts";

/** A web `Request` without its body, for the few handlers that need it. */
export function toRequest(
	{ url = "/", method = "GET", rawHeaders }: IncomingMessage,
	body?: ReadableStream,
): Request {
	const headers = new Headers();
	for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
	// The caller chose the host, and nothing needs it.
	const address = new URL(url, "http://localhost");
	return new Request(address, { method, headers, ...(body && { body, duplex: "half" }) });
}

/** The same with a body that the handler reads itself, up to the limit. `take` sees each chunk. */
export function toRequestWithBody(
	incoming: IncomingMessage,
	limit: number,
	take?: (chunk: Uint8Array) => void,
): Request {
	checkLength(incoming, limit);
	let size = 0;
	const counted = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			size += chunk.byteLength;
			if (size > limit)
				return controller.error(
					new HoldfastError("limit_exceeded", `body: has more than ${limit} bytes`, { limit }),
				);
			take?.(chunk);
			controller.enqueue(chunk);
		},
	});
	return toRequest(incoming, (Readable.toWeb(incoming) as ReadableStream<Uint8Array>).pipeThrough(counted));
}
