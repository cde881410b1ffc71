import { HoldfastError } from "../error/index.ts";
import { isObject } from "../event/json.ts";
import { closedError } from "../session/gate.ts";
import type { Ask, Transport } from "./transport.ts";
import { toError, unreachable } from "./wire-error.ts";

/** The lines of an export as they arrive, each with its line feed. */
export async function* exportLines(
	transport: Transport,
	path: string,
	query?: () => Ask["query"],
): AsyncGenerator<string, void, undefined> {
	const asked = query?.();
	const { closing, options } = transport;
	if (closing.aborted) throw closedError();
	const connection = new AbortController();
	const stop = (): void => connection.abort(closedError());
	closing.addEventListener("abort", stop);
	try {
		const { signal } = connection;
		const response = await transport.open({
			method: "GET",
			path,
			query: asked,
			long: true,
			signal,
		});
		for await (const line of linesOf(response)) yield checked(line);
	} catch (cause) {
		if (HoldfastError.isInstance(cause)) throw cause;
		throw connection.signal.aborted ? connection.signal.reason : unreachable(options.base, cause);
	} finally {
		closing.removeEventListener("abort", stop);
		connection.abort();
	}
}

async function* linesOf(response: Response): AsyncGenerator<string, void, undefined> {
	if (!response.body) return;
	const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
	const reader = response.body.getReader();
	let rest = "";
	for (;;) {
		const { done, value } = await reader.read();
		rest += decoder.decode(value, { stream: !done });
		const lines = rest.split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) yield `${line}\n`;
		if (done) break;
	}
	// Each line ends in a line feed. Text without one was cut off.
	if (rest !== "") throw new Error("the export was cut off");
}

/** The last line can be an error that says why the export ended. */
function checked(line: string): string {
	if (!line.startsWith('{"type":"error"')) return line;
	const value: unknown = JSON.parse(line);
	throw (
		(isObject(value) && toError(value.error)) || new HoldfastError("unavailable", "the export was cut off")
	);
}
