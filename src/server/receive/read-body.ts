import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { HoldfastError } from "../../error/index.ts";
import { locateJsonError } from "./locate-json-error.ts";

const tooLarge = (limit: number): HoldfastError =>
	new HoldfastError(
		"limit_exceeded",
		`body: has more than ${limit} bytes. Send large images and files by their URL.`,
		{ limit },
	);

const NOTHING = Buffer.alloc(0);

/** Rejects a body whose declared length is too large, before reading any of it. */
export function checkLength(incoming: IncomingMessage, limit: number): void {
	const declared = incoming.headers["content-length"];
	if (declared !== undefined && Number(declared) > limit) throw tooLarge(limit);
}

/** The bytes of a body. Never holds more than the limit. */
export function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
	checkLength(incoming, limit);
	const { headers } = incoming;
	if (headers["content-length"] === "0") return Promise.resolve(NOTHING);
	if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined)
		return Promise.resolve(NOTHING);
	return new Promise((resolve, reject) => {
		let first: Buffer | undefined;
		let rest: Buffer[] | undefined;
		let size = 0;
		const stop = (): void => {
			incoming.off("data", onData);
			incoming.off("end", onEnd);
			incoming.off("close", onClose);
			incoming.off("error", onClose);
		};
		const onData = (chunk: Buffer): void => {
			size += chunk.length;
			if (size > limit) {
				stop();
				// Further bytes are ignored until the connection is closed.
				incoming.resume();
				reject(tooLarge(limit));
			} else if (!first) first = chunk;
			else if (rest) rest.push(chunk);
			else rest = [first, chunk];
		};
		const onEnd = (): void => {
			stop();
			resolve(rest ? Buffer.concat(rest) : (first ?? NOTHING));
		};
		const onClose = (): void => {
			stop();
			reject(new HoldfastError("cancelled", "the caller disconnected"));
		};
		incoming.on("data", onData);
		incoming.on("end", onEnd);
		incoming.on("close", onClose);
		incoming.on("error", onClose);
	});
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** The value of a JSON body. An empty body is `{}`, so that errors name the missing fields. */
export function parseJsonBody(bytes: Buffer, type: string | undefined): unknown {
	if (bytes.length === 0) return {};
	if (type === undefined || !JSON_TYPE.test(type))
		throw new HoldfastError("invalid", "body: the Content-Type must be application/json, in UTF-8");
	if (!isUtf8(bytes)) throw new HoldfastError("invalid", "body: is not UTF-8");
	const text = bytes.toString();
	try {
		return JSON.parse(text);
	} catch {
		throw new HoldfastError("invalid", `body: is not valid JSON ${placeOf(text)}`);
	}
}

function placeOf(text: string): string {
	const at = locateJsonError(text);
	if (at >= text.length) return "(it ends too early)";
	const before = text.slice(0, at).split("\n");
	return `at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
