import { uuidV7 } from "../event/uuid-v7.ts";
import type { Agents } from "../turn/agents.ts";
import type { RunResult } from "../turn/run-input.ts";
import type { TriggerResult } from "../turn/trigger/trigger-input.ts";
import { bodyOf, pathPart } from "./checks.ts";
import { type ActiveRuns, endOnClose } from "./end-run.ts";
import { cancelOnAbort, type RunRequest, runRequest, triggerRequest } from "./run-request.ts";
import { openRunStream } from "./run-stream.ts";
import type { Transport } from "./transport.ts";

export function createAgents(
	transport: Transport,
	active: ActiveRuns,
	count: (work: Promise<unknown>) => void,
): Agents {
	const path = (id: unknown): string => `/v1/agents/${pathPart(id, "agent id")}`;
	return {
		list: async () => transport.send({ method: "GET", path: "/v1/agents" }),
		get: async (id) => transport.send({ method: "GET", path: path(id) }),
		configureMemory: async (id, memory) => {
			const address = `${path(id)}/memory`;
			if (memory === null) return transport.send({ method: "DELETE", path: address });
			return transport.send({ method: "PUT", path: address, body: bodyOf({ memory }) });
		},
		run: async (given) => run<RunResult>(transport, active, runRequest(given, uuidV7()), "run"),
		trigger: async (given) => run<TriggerResult>(transport, active, triggerRequest(given), "trigger"),
		stream: (given) => openRunStream(transport, active, given, count),
	};
}

/**
 * Unless the caller chose the run id, each try proposes its own, so the run has one of them and can be cancelled. The
 * idempotency key prevents a second try from starting a second run.
 */
async function run<T extends { status: string }>(
	transport: Transport,
	active: ActiveRuns,
	{ path, runId, body, key, signal }: RunRequest,
	what: "run" | "trigger",
): Promise<T> {
	const over = new AbortController();
	const ids: string[] = [];
	const propose = (): string => {
		const id = runId ?? uuidV7();
		ids.push(id);
		return body(id);
	};
	cancelOnAbort(transport, signal, () => ids, over.signal);
	const end = endOnClose(transport, () => ids, { over: over.signal, isStreamed: false });
	active.set(key, end.cancel);
	let goesOn = false;
	try {
		const ask = { method: "POST", path: `${path}/${what}`, key, body: propose } as const;
		const result = await transport.send<T>({ ...ask, long: true, signal: end.signal });
		// A run with a callback is answered before it ends.
		goesOn = result.status === "pending";
		return result;
	} finally {
		active.delete(key);
		if (!goesOn) over.abort();
	}
}
