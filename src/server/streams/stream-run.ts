import type { RunEvent, RunResult } from "../../turn/index.ts";
import type { Call } from "../operation.ts";
import { isOwnStep, ownError, ownResult, ownStep, ownUser } from "../resources/own.ts";
import { failed, named, numbered } from "./frames.ts";
import { openStream } from "./open-stream.ts";

/** A run as server-sent events. The last one is its result, or its error. */
export function streamRun(
	{ caller, signal }: Pick<Call, "caller" | "signal">,
	items: AsyncIterator<RunEvent, unknown, undefined>,
	result: () => Promise<RunResult>,
): ReadableStream<Uint8Array> {
	const own = ownUser(caller) !== undefined;
	const frame = (event: RunEvent): string | undefined => {
		if (!own) return numbered(event.seq, event);
		if (!isOwnStep(event)) return undefined;
		return numbered(event.seq, event.type === "error" ? told(event) : ownStep(event));
	};
	const told = (event: RunEvent & { type: "error" }): RunEvent => ({ ...event, ...ownError(event, caller) });
	const last = async (): Promise<string> => {
		try {
			const reached = await result();
			return named("result", own ? ownResult(reached) : reached);
		} catch (error) {
			return failed(error, caller);
		}
	};
	return openStream({ items, frame, last, caller, signal });
}
