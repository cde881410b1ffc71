import { createSseParser, type SseMessage } from "./sse-parser.ts";

/** A server shows that it is there every 15 seconds. So long without a byte, and the connection is taken for dead. */
export const SILENCE_MS = 45_000;

/**
 * The messages of an answer, until it ends. One that has gone silent is ended through `connection`, whose signal the
 * request was made with.
 */
export async function* readMessages(
	response: Response,
	connection: AbortController,
	silenceMs = SILENCE_MS,
): AsyncGenerator<SseMessage, void, undefined> {
	if (!response.body) return;
	const parser = createSseParser();
	const reader = response.body.getReader();
	const giveUp = (): void => connection.abort(new Error(`no sign of life for ${silenceMs} ms`));
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
