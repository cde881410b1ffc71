import { closedError } from "../session/gate.ts";
import { pause } from "./retry.ts";
import { cancelRun } from "./run-request.ts";
import type { Transport } from "./transport.ts";

/** The runs of a client that are going on, and how to cancel them when it closes. */
export type ActiveRuns = Map<string, () => void>;

/** How long a server may take to cancel a run of a client that closes, and a run that was cancelled to say so. */
const CANCEL_MS = 2_000;
const LAST_WORDS_MS = 1_000;

export interface RunEnd {
	/** Aborted when the client has closed and nobody waits for this run any more. */
	readonly signal: AbortSignal;
	/** Cancels the run, if its server answers. Either way it is waited for no longer. */
	cancel(): void;
}

/**
 * How a run ends for a client that closes. One that is streamed is left at once, and goes on at its server; for the
 * result of another one closing waits. One that was cancelled may say so before it is left.
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
