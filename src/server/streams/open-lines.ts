import type { Caller } from "../auth/caller.ts";
import { encodeText, refusal } from "./frames.ts";

/** Lines as they are asked for. What fails after the start is said by a last line: who reads knows that it is not all. */
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
