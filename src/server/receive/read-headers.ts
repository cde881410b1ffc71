import type { IncomingHttpHeaders } from "node:http";
import { HoldfastError, parse } from "../../error/index.ts";
import { keyText } from "../../event/index.ts";

/** The offset that the caller expects, from an `ETag`. */
export function readIfMatch(header: string | undefined): number | undefined {
	if (header === undefined) return undefined;
	const offset = /^"(\d{1,15})"$/.exec(header.trim())?.[1];
	if (offset === undefined)
		throw new HoldfastError("invalid", 'If-Match: must be the ETag of a session, e.g. "12"');
	return Number(offset);
}

export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
	const given = headers["idempotency-key"];
	if (given === undefined) return undefined;
	return parse(keyText, Array.isArray(given) ? given.join(", ") : given, "Idempotency-Key");
}

const GOOD_ID = /^[\w.-]{1,64}$/;
const PROCESS = Math.random().toString(36).slice(2, 8);
let requests = 0;

/** The id of a request in responses and logs: from the caller, or generated. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
	const given = headers["x-request-id"];
	if (typeof given === "string" && GOOD_ID.test(given)) return given;
	requests += 1;
	return `${PROCESS}-${requests.toString(36)}`;
}
