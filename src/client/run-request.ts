import { HoldfastError } from "../error/index.ts";
import { isObject } from "../event/json.ts";
import { uuidV7 } from "../event/uuid-v7.ts";
import { asCancelled } from "../turn/as-cancelled.ts";
import { bodyOf, checkSignal, invalid, pathPart, wholeMap } from "./checks.ts";
import { delayAfter, pause } from "./retry.ts";
import type { Transport } from "./transport.ts";

/** A run to request. */
export interface RunRequest {
	/** For example `/v1/agents/support`. */
	readonly path: string;
	/** The id that the caller chose for the run. */
	readonly runId: string | undefined;
	/** The body, with the proposed run id. */
	body(runId: string): string;
	readonly signal: AbortSignal | undefined;
	readonly onLeave: "continue" | "cancel" | undefined;
	/** The idempotency key: repeats never start a second run. */
	readonly key: string;
}

/** Members that the platform sets. Callers may not set them. */
const STAMPS = ["tenant", "tenantId", "uid"];

/**
 * Checks only what must be known here; the server checks the rest. A generated session id is chosen here, so that a
 * retry finds the session that the first try started.
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
	const { agentId, signal, runId, ...others } = given;
	const members = Object.entries(others).filter(([name]) => !STAMPS.includes(name));
	const input = bodyOf(Object.fromEntries(members));
	return {
		path: `/v1/agents/${pathPart(agentId, `${what}.agentId`)}`,
		runId: chosenId(runId, what),
		body: (id) => joined(input, bodyOf({ runId: id, ...more })),
		signal: checkSignal(signal, what),
		onLeave: others.onLeave as RunRequest["onLeave"],
		key: uuidV7(),
	};
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isUuid = (id: unknown): id is string => typeof id === "string" && UUID.test(id);

/** Checked here, because it is used in URLs. */
function chosenId(runId: unknown, what: string): string | undefined {
	if (runId === undefined || isUuid(runId)) return runId;
	throw invalid(`${what}.runId`, "must be a UUID");
}

/** The id that the caller chose, or a generated one. An invalid id is rejected with the rest of the input. */
export const chooseRunId = (given: unknown): string =>
	isObject(given) && isUuid(given.runId) ? given.runId : uuidV7();

const joined = (a: string, b: string): string => (a === "{}" ? b : `${a.slice(0, -1)},${b.slice(1)}`);

/** How often to look for a run that is to be cancelled, because it may not have started yet. */
const LOOKS = 10;

/**
 * Cancels the run that was started under one of these ids, and returns whether it did. Never rejects. `over` ends
 * the attempts.
 */
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
		// Closing does not wait for a server that does not respond.
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
