import { createSseParser, type SseMessage } from "./sse-parser.ts";

/** A server sends something every 15 seconds. After this long without a byte, the connection counts as dead. */
export const SILENCE_MS = 45_000;

/**
 * The messages of a response, until it ends. A silent one is ended through `connection`, whose signal the request
 * was made with.
 */
export async function* readMessages(
	response: Response,
	connection: AbortController,
	silenceMs = SILENCE_MS,
): AsyncGenerator<SseMessage, void, undefined> {
	if (!response.body) return;
	const parser = createSseParser();
	const reader = response.body.getReader();
	const giveUp = (): void => connection.abort(new Error(`received nothing for ${silenceMs} ms`));
	try {
		for (;;) {
			const timer = setTimeout(giveUp, silenceMs);
			const { done, value } = await reader.read().finally(() => clearTimeout(timer));
			if (done) return;
			yield* parser.push(value);
		}
	} finally {
		reader.cancel().catch(() => {});
		connection.abort();
	}
}
