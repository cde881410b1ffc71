import {
	type Agent,
	type MemoryOverride,
	type MemorySettings,
	readMemoryOverride,
	readMemoryOverrides,
} from "../agent/index.ts";
import { HoldfastError, parse } from "../error/index.ts";
import { agentId, type JsonObject, uuidV7 } from "../event/index.ts";
import type { Page } from "../session/index.ts";
import type { RunStatus } from "../store/ports/index.ts";
import { asCancelled } from "./as-cancelled.ts";
import { configureMemory, tellMemory } from "./configure-memory.ts";
import { lazyIterator } from "./lazy-iterator.ts";
import { checkRunId, chooseRunId, takeRunId } from "./run-id.ts";
import {
	parseRunInput,
	type RunEvent,
	type RunEventBody,
	type RunInput,
	type RunResult,
	type StreamInput,
} from "./run-input.ts";

import type { TriggerInput, TriggerResult } from "./trigger/trigger-input.ts";
import type { Runtime } from "./turn.ts";

/** A defined agent, as `list` and `get` return it. */
export interface AgentInfo {
	/** Id of the agent. */
	id: string;
	/** What the agent does. */
	description?: string;
	/** The model, as `provider/model`. */
	model: string;
	/** The instructions of the definition. */
	instructions?: string;
	/** The memory settings that apply now. */
	memory: MemorySettings | false;
	/** The memory settings of the definition. Only set while `configureMemory` overrides them. */
	definedMemory?: MemorySettings | false;
	/** When `configureMemory` last changed them, as an ISO 8601 timestamp. */
	memoryChangedAt?: string;
	/** Tools that are known before the agent runs. Tools of MCP servers are not among them. */
	tools: { name: string; description: string; allow?: string }[];
	/** Ids of the agents that it can call. */
	agents: string[];
	/** JSON Schema for the input of triggered runs. Not set: any object is accepted. */
	input?: JsonObject;
	/** The nodes of the routine, in the order of the definition. */
	routine?: { id: string; kind: "think" | "tool" | "reply" | "chat" | "agent" }[];
	/** The manifest that defines the agent. */
	file?: string;
}

/** The events of a run as they happen. Reading them is optional: the run continues without a reader. */
export interface RunStream extends AsyncIterable<RunEvent> {
	/** Id of the run. */
	readonly runId: string;
	/** The session of the run. */
	readonly sessionId: string;
	/** The result, as `agents.run` returns it. */
	readonly result: Promise<RunResult>;
}

/** Runs agents, and changes their memory settings. */
export interface Agents {
	/** Lists the defined agents. */
	list(): Promise<Page<AgentInfo>>;
	/** Reads an agent. Throws `not_found` if it is not defined. */
	get(id: string): Promise<AgentInfo>;
	/**
	 * Overrides the memory settings of the agent's definition, for this tenant, in every process, from the
	 * next run on. `false` turns memory off. An object turns it on; settings that it leaves out keep the
	 * value of the definition. A new override replaces the previous one, and `null` removes it. An override
	 * stays when the definition changes, and is deleted when the agent is erased.
	 */
	configureMemory(id: string, memory: MemorySettings | false | null): Promise<AgentInfo>;
	/** Runs the agent on a user's message and returns the result. */
	run(input: RunInput): Promise<RunResult>;
	/** Does the same as `run`, and streams the events as they happen. */
	stream(input: StreamInput): RunStream;
	/**
	 * Runs the agent on typed input, without a conversation. If you name no session and no user, the run gets
	 * its own, and they are deleted afterwards. With a callback it resolves immediately, and the outcome is
	 * sent to that URL.
	 */
	trigger(input: TriggerInput): Promise<TriggerResult>;
}

function modelName(runtime: Runtime, { model = runtime.defaultModel }: Agent): string {
	return typeof model === "string" ? model : `${model.provider}/${model.modelId}`;
}

function toInfo(runtime: Runtime, agent: Agent, override: MemoryOverride | undefined): AgentInfo {
	return {
		id: agent.id,
		...(agent.description !== undefined && { description: agent.description }),
		model: modelName(runtime, agent),
		...(agent.instructions !== undefined && { instructions: agent.instructions }),
		...tellMemory(agent, override),
		tools: agent.tools.map(({ name, description, allow }) => ({
			name,
			description,
			...(allow !== undefined && { allow }),
		})),
		agents: agent.agents.map((entry) => entry.agent),
		...(agent.input && { input: agent.input.schema }),
		...(agent.routine && {
			routine: Array.from(agent.routine.steps.values(), ({ id, kind }) => ({ id, kind })),
		}),
		...(agent.file !== undefined && { file: agent.file }),
	};
}

/** Counts work in progress, so that closing waits for it. */
export type CountWork = (work: Promise<unknown>) => void;

/** The agent with this id. Rejects with `not_found` if it is not defined. */
export async function findAgent({ agents }: Runtime, id: string): Promise<Agent> {
	return agents.get(parse(agentId, id, "agent id"));
}

export function createAgents(runtime: () => Promise<Runtime>, count: CountWork): Agents {
	const describe = async (ready: Runtime, agent: Agent): Promise<AgentInfo> =>
		toInfo(ready, agent, await readMemoryOverride(ready.platform, agent.id));
	return {
		list: async () => {
			const ready = await runtime();
			const [agents, overrides] = await Promise.all([
				ready.agents.list(),
				readMemoryOverrides(ready.platform),
			]);
			return { items: agents.map((agent) => toInfo(ready, agent, overrides.get(agent.id))) };
		},
		get: async (id) => {
			const ready = await runtime();
			return describe(ready, await findAgent(ready, id));
		},
		configureMemory: async (id, memory) => {
			const ready = await runtime();
			const agent = await findAgent(ready, id);
			await configureMemory(ready.platform, agent, memory);
			return describe(ready, agent);
		},
		run: async (given) => runAgent(runtime, given, uuidV7()),
		stream: (given) => openStream(runtime, given, uuidV7(), count),
		trigger: async (given) => {
			const { triggerRun } = await import("./trigger/trigger-run.ts");
			return triggerRun(await runtime(), given, count);
		},
	};
}

/** Runs an agent. `generated` is the id of the session if the input names none. */
export async function runAgent(
	runtime: () => Promise<Runtime>,
	given: RunInput,
	generated: string,
): Promise<RunResult> {
	const input = parseRunInput(given);
	const ready = await runtime();
	const runId = await takeRunId(ready, input, generated);
	return ready.start(input, { runId, generated, streams: false, emit: () => {} });
}

/** Starts the run immediately. The events are kept for the readers. */
export function openStream(
	runtime: () => Promise<Runtime>,
	given: StreamInput,
	generated: string,
	count: CountWork,
): RunStream {
	// Known here, so that the caller has it from the start.
	const runId = chooseRunId(given);
	const leaving = new AbortController();
	const ready = runtime();
	const opened = ready.then(async (running) => {
		await checkRunId(running, given?.runId === undefined ? undefined : runId);
		return running.feeds.open(runId);
	});
	const leave = (): void => leaving.abort(asCancelled("nobody reads the stream"));
	const run = async (): Promise<RunResult> => {
		const feed = await opened;
		let outer: AbortSignal | undefined;
		const abort = (): void => leaving.abort(outer?.reason);
		try {
			const input = parseRunInput(given);
			// Not `AbortSignal.any`: a signal that outlives many runs would keep a reference to each.
			outer = input.signal;
			outer?.addEventListener("abort", abort);
			if (outer?.aborted) abort();
			const { signal } = leaving;
			const emit = feed.push.bind(feed);
			if (given.onLeave === "cancel") feed.onLeft = leave;
			const options = { runId, generated, streams: true, emit };
			const told = await (await ready).start({ ...input, signal }, options);
			feed.runId = told.runId;
			return told;
		} catch (error) {
			feed.push(errorEvent(error));
			throw error;
		} finally {
			outer?.removeEventListener("abort", abort);
			feed.end();
		}
	};
	const result = run();
	count(Promise.allSettled([result, opened.then((feed) => feed.shared)]));
	// A caller that does not read the result does not have to handle its failure.
	result.catch(() => {});
	const read = (): AsyncIterator<RunEvent> => lazyIterator(async () => (await opened).read(-1));
	return { runId, sessionId: given?.sessionId ?? generated, result, [Symbol.asyncIterator]: read };
}

function errorEvent(error: unknown): RunEventBody {
	const fields: Partial<{ code: string; status: RunStatus }> = HoldfastError.isInstance(error) ? error : {};
	const message = error instanceof Error ? error.message : String(error);
	return { type: "error", code: fields.code ?? "model_failed", message, status: fields.status ?? "failed" };
}
