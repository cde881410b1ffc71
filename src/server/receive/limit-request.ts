import type { IncomingMessage } from "node:http";
import { HoldfastError } from "../../error/index.ts";
import { checkLength } from "./read-body.ts";

/** A request whose body the handler reads by itself, no longer than allowed. */
export function limitRequest(request: Request, incoming: IncomingMessage, limit: number): Request {
	checkLength(incoming, limit);
	const { url, method, headers, body } = request;
	if (!body) return request;
	let size = 0;
	const counted = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			size += chunk.byteLength;
			if (size <= limit) controller.enqueue(chunk);
			else
				controller.error(
					new HoldfastError("limit_exceeded", `body: has more than ${limit} bytes`, { limit }),
				);
		},
	});
	return new Request(url, { method, headers, body: body.pipeThrough(counted), duplex: "half" });
}
