import { closedError } from "../session/gate.ts";
import { pause } from "./retry.ts";
import { cancelRun } from "./run-request.ts";
import type { Transport } from "./transport.ts";

/** Active runs of a client, and how to cancel them when it closes. */
export type ActiveRuns = Map<string, () => void>;

/** How long closing waits for the server to cancel a run, and for the run to report it. */
const CANCEL_MS = 2_000;
const LAST_WORDS_MS = 1_000;

export interface RunEnd {
	/** Aborted when the client has closed and nothing waits for this run any more. */
	readonly signal: AbortSignal;
	/** Cancels the run if the server responds. In any case, stops waiting for it. */
	cancel(): void;
}

/**
 * How a run ends when its client closes. A streamed run is left immediately and continues on the server. For other
 * runs, closing waits for the result. A cancelled run has a moment to report that.
 */
export function endOnClose(
	transport: Transport,
	ids: () => readonly string[],
	{ over, isStreamed }: { over: AbortSignal; isStreamed: boolean },
): RunEnd {
	const { closing } = transport;
	const ended = new AbortController();
	const end = (): void => ended.abort(closedError());
	let cancelling = false;
	const close = (): void => {
		if (!cancelling) end();
	};
	if (isStreamed && closing.aborted) end();
	else if (isStreamed) {
		closing.addEventListener("abort", close);
		over.addEventListener("abort", () => closing.removeEventListener("abort", close));
	}
	const cancel = async (): Promise<void> => {
		cancelling = true;
		const within = AbortSignal.any([over, AbortSignal.timeout(CANCEL_MS)]);
		if (await cancelRun(transport, ids, within)) await pause(LAST_WORDS_MS, over);
		end();
	};
	return { signal: ended.signal, cancel: () => void cancel() };
}
