import { HoldfastError } from "../../error/index.ts";
import type { Caller } from "../auth/caller.ts";
import { errorAnswer } from "../send/error-answer.ts";

/* Frames of server-sent events. JSON text has no line breaks, so each frame is one `data:` line. */

const encoder = new TextEncoder();

export const encodeText = (text: string): Uint8Array => encoder.encode(text);

/** How long a browser waits before it reconnects, in milliseconds. */
const RETRY_MS = 1_000;

/** The first frame of a stream, which shows immediately that it is open. */
export const OPENING = encodeText(`retry: ${RETRY_MS}\n\n`);

/** A comment: ignored by readers, but keeps the connection alive. */
export const HEARTBEAT = encodeText(": \n\n");

/** A message with an id, after which a reader can resume. */
export const numbered = (id: number, value: unknown): string =>
	`id: ${id}\ndata: ${JSON.stringify(value)}\n\n`;

/** A message with an event name. */
export const named = (name: string, value: unknown): string =>
	`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`;

/** An error after the start, in the form of error responses. Unexpected errors reveal nothing. */
export function refusal(error: unknown, caller: Caller): { error: Record<string, unknown> } {
	const known = HoldfastError.isInstance(error)
		? error
		: new HoldfastError("unavailable", "the server could not continue; try again");
	return errorAnswer(known, caller, "").body;
}

export const failed = (error: unknown, caller: Caller): string => named("error", refusal(error, caller));
