import { HoldfastError } from "../../error/index.ts";
import type { Caller } from "../auth/caller.ts";
import { errorAnswer } from "../send/error-answer.ts";

/*
 * Frames of server-sent events. JSON text has no line breaks of its own, so each is one `data:` line.
 */

const encoder = new TextEncoder();

export const encodeText = (text: string): Uint8Array => encoder.encode(text);

/** How long a browser waits before it connects again, in milliseconds. */
const RETRY_MS = 1_000;

/** The first thing a stream says: it shows at once that it is there. */
export const OPENING = encodeText(`retry: ${RETRY_MS}\n\n`);

/** A comment: nothing for who reads, a sign of life for all that is between. */
export const HEARTBEAT = encodeText(": \n\n");

/** A message that can be resumed behind. */
export const numbered = (id: number, value: unknown): string =>
	`id: ${id}\ndata: ${JSON.stringify(value)}\n\n`;

/** A message of a named sort. */
export const named = (name: string, value: unknown): string =>
	`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`;

/** A refusal after the start, in the form that answers have. What is not ours says nothing of itself. */
export function refusal(error: unknown, caller: Caller): { error: Record<string, unknown> } {
	const known = HoldfastError.isInstance(error)
		? error
		: new HoldfastError("unavailable", "the server could not go on; try again");
	return errorAnswer(known, caller, "").body;
}

export const failed = (error: unknown, caller: Caller): string => named("error", refusal(error, caller));
