import { isObject } from "../event/json.ts";
import { uuidV7 } from "../event/uuid-v7.ts";
import type { AgentInfo, Agents } from "../turn/agents.ts";
import { asCancelled } from "../turn/as-cancelled.ts";
import type { RunResult } from "../turn/run-input.ts";
import type { TriggerResult } from "../turn/trigger/trigger-input.ts";
import { bodyOf, checkSignal, invalid, pathPart } from "./checks.ts";
import { cancelOnAbort, cancelRun, runRequest } from "./run-request.ts";
import { type ActiveRuns, openRunStream } from "./run-stream.ts";
import type { Transport } from "./transport.ts";

export function createAgents(
	transport: Transport,
	active: ActiveRuns,
	count: (work: Promise<unknown>) => void,
): Agents {
	return {
		list: async () =>
			(await transport.send<{ items: AgentInfo[] }>({ method: "GET", path: "/v1/agents" })).items,
		get: async (id) => transport.send({ method: "GET", path: `/v1/agents/${pathPart(id, "agent id")}` }),
		run: async (given) => run(transport, active, given),
		trigger: async (given) => trigger(transport, given),
		stream: (given) => openRunStream(transport, active, given, count),
	};
}

async function trigger(transport: Transport, given: unknown): Promise<TriggerResult> {
	if (!isObject(given))
		throw invalid("trigger", "must be { agentId, input, sessionId?, userId?, callbackUrl?, … }");
	const { agentId, signal: outer, tenant: _, tenantId: __, uid: ___, runId: ____, ...members } = given;
	const signal = checkSignal(outer, "trigger");
	if (signal?.aborted) throw asCancelled(signal.reason);
	const path = `/v1/agents/${pathPart(agentId, "trigger.agentId")}/trigger`;
	try {
		return await transport.send({ method: "POST", path, body: bodyOf(members), long: true, signal });
	} catch (error) {
		throw signal?.aborted ? asCancelled(signal.reason) : error;
	}
}

/**
 * Each try proposes an id of its own: the run has one of them, and can be cancelled. That a second try starts no second
 * run is the key's affair.
 */
async function run(transport: Transport, active: ActiveRuns, given: unknown): Promise<RunResult> {
	const { path, body, key, signal } = runRequest(given, uuidV7());
	const over = new AbortController();
	const ids: string[] = [];
	const propose = (): string => {
		const id = uuidV7();
		ids.push(id);
		return body(id);
	};
	cancelOnAbort(transport, signal, () => ids, over.signal);
	const first = propose();
	const id = ids[0] as string;
	active.set(id, () => void cancelRun(transport, () => ids, over.signal));
	let tries = 0;
	try {
		return await transport.send<RunResult>({
			...{ method: "POST", path: `${path}/run`, key, long: true },
			body: () => (tries++ === 0 ? first : propose()),
		});
	} finally {
		active.delete(id);
		over.abort();
	}
}
