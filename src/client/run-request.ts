import { HoldfastError } from "../error/index.ts";
import { isObject } from "../event/json.ts";
import { uuidV7 } from "../event/uuid-v7.ts";
import { asCancelled } from "../turn/as-cancelled.ts";
import { bodyOf, checkSignal, invalid, pathPart, wholeMap } from "./checks.ts";
import { delayAfter, pause } from "./retry.ts";
import type { Transport } from "./transport.ts";

/** A run that is asked for. */
export interface RunRequest {
	/** As in `/v1/agents/support`. */
	readonly path: string;
	/** The body, with the id that the run shall have. */
	body(runId: string): string;
	readonly signal: AbortSignal | undefined;
	readonly onLeave: "continue" | "cancel" | undefined;
	/** Tells repeats: the same run is never asked for twice. */
	readonly key: string;
}

/** What the platform stamps is not the caller's to say. */
const STAMPS = ["tenant", "tenantId", "uid", "runId"];

/**
 * Checks the little that must be known here; the server says what is wrong with the rest. The session that is to be
 * generated is named here: a repeat finds what the first try has begun.
 */
export function runRequest(given: unknown, generatedSessionId: string): RunRequest {
	if (!isObject(given)) throw invalid("run", "must be { agentId, input, sessionId?, userId?, … }");
	wholeMap(given.state, "state");
	return requestOf(given, "run", given.sessionId === undefined ? { generatedSessionId } : {});
}

export function triggerRequest(given: unknown): RunRequest {
	if (isObject(given)) return requestOf(given, "trigger", {});
	throw invalid("trigger", "must be { agentId, input, sessionId?, userId?, callbackUrl?, … }");
}

function requestOf(given: Record<string, unknown>, what: string, more: object): RunRequest {
	const { agentId, signal, ...others } = given;
	const members = Object.entries(others).filter(([name]) => !STAMPS.includes(name));
	const input = bodyOf(Object.fromEntries(members));
	return {
		path: `/v1/agents/${pathPart(agentId, `${what}.agentId`)}`,
		body: (runId) => joined(input, bodyOf({ runId, ...more })),
		signal: checkSignal(signal, what),
		onLeave: others.onLeave as RunRequest["onLeave"],
		key: uuidV7(),
	};
}

const joined = (a: string, b: string): string => (a === "{}" ? b : `${a.slice(0, -1)},${b.slice(1)}`);

/** How often a run is looked for that is to be cancelled and may only be about to begin. */
const LOOKS = 10;

/** Cancels what may have been begun under one of these ids, and says whether it did; never fails. `over` ends the looking. */
export async function cancelRun(
	transport: Transport,
	ids: () => readonly string[],
	over: AbortSignal,
): Promise<boolean> {
	for (let look = 1; look <= LOOKS && !over.aborted; look++) {
		let isAway = false;
		const tries = ids().map((id) =>
			transport.send({ method: "POST", path: `/v1/runs/${id}/cancel`, signal: over }).then(
				() => true,
				(error) => {
					isAway ||= !HoldfastError.isInstance(error) || error.code !== "not_found";
					return false;
				},
			),
		);
		if ((await Promise.all(tries)).some((done) => done)) return true;
		// Who closes does not wait for a server that does not answer.
		if (isAway && transport.closing.aborted) return false;
		await pause(delayAfter(look, { tries: LOOKS, firstDelayMs: 20, maxDelayMs: 1_000 }), over);
	}
	return false;
}

/** Cancels the run when the caller's signal aborts, until `over` does. */
export function cancelOnAbort(
	transport: Transport,
	signal: AbortSignal | undefined,
	ids: () => readonly string[],
	over: AbortSignal,
): void {
	if (!signal) return;
	if (signal.aborted) throw asCancelled(signal.reason);
	const cancel = (): void => void cancelRun(transport, ids, over);
	signal.addEventListener("abort", cancel, { once: true });
	over.addEventListener("abort", () => signal.removeEventListener("abort", cancel), { once: true });
}
