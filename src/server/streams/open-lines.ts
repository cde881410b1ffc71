import type { Caller } from "../auth/caller.ts";
import { encodeText, refusal } from "./frames.ts";

/**
 * Lines on demand. A failure after the start becomes the last line, so that the reader knows the output is
 * incomplete.
 */
export function openLines(
	first: IteratorResult<string, unknown>,
	lines: AsyncIterator<string, unknown, undefined>,
	caller: Caller,
): ReadableStream<Uint8Array> {
	let next: IteratorResult<string, unknown> | undefined = first;
	return new ReadableStream({
		async pull(controller) {
			try {
				const { done, value } = next ?? (await lines.next());
				next = undefined;
				if (done) controller.close();
				else controller.enqueue(encodeText(value));
			} catch (error) {
				const line = { type: "error", ...refusal(error, caller) };
				controller.enqueue(encodeText(`${JSON.stringify(line)}\n`));
				controller.close();
			}
		},
		async cancel() {
			await lines.return?.();
		},
	});
}
