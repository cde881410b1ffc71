import {
	type Agent,
	type MemoryOverride,
	type MemorySettings,
	readMemoryOverride,
	readMemoryOverrides,
} from "../agent/index.ts";
import { HoldfastError, parse } from "../error/index.ts";
import { agentId, type JsonObject } from "../event/index.ts";
import type { Page } from "../session/index.ts";
import type { RunStatus } from "../store/ports/index.ts";
import { asCancelled } from "./as-cancelled.ts";
import { configureMemory, tellMemory } from "./configure-memory.ts";
import { idsOf } from "./given-ids.ts";
import { lazyIterator } from "./lazy-iterator.ts";
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

/** What an agent is, for people and programs that list them. */
export interface AgentInfo {
	id: string;
	description?: string;
	/** As `provider/model`. */
	model: string;
	instructions?: string;
	/** The settings that hold now. */
	memory: MemorySettings | false;
	/** Those of the definition; there only while others stand in for them (`configureMemory`). */
	definedMemory?: MemorySettings | false;
	/** When they were put in its place. */
	memoryChangedAt?: string;
	/** Tools that are known before the agent runs; those of MCP servers are not. */
	tools: { name: string; description: string; allow?: string }[];
	agents: string[];
	/** The JSON Schema of the input of triggered runs; without, any object. */
	input?: JsonObject;
	/** The nodes of its routine, in the order of the list. */
	routine?: { id: string; kind: "think" | "tool" | "reply" | "chat" | "agent" }[];
	/** The manifest it was read from. */
	file?: string;
}

/** A run as it happens. Reading is optional: the run goes on without. */
export interface RunStream extends AsyncIterable<RunEvent> {
	readonly runId: string;
	readonly sessionId: string;
	/** As of `agents.run`. */
	readonly result: Promise<RunResult>;
}

export interface Agents {
	list(): Promise<Page<AgentInfo>>;
	get(id: string): Promise<AgentInfo>;
	/**
	 * Puts settings of its memory over those of the agent's definition: for this tenant, in every process, from the next run
	 * on. `false` turns memory off, an object turns it on; what it leaves open the definition says. They take the place of those
	 * that were put before; `null` takes them away. They stay when the definition changes, and go when the agent is erased.
	 */
	configureMemory(id: string, memory: MemorySettings | false | null): Promise<AgentInfo>;
	/** Runs the agent on what the user says, and resolves with its answer. */
	run(input: RunInput): Promise<RunResult>;
	/** The same, told as it happens. */
	stream(input: StreamInput): RunStream;
	/**
	 * Runs the agent on an input of its own, without a conversation: what is made for it is deleted afterwards, unless a
	 * session or user is named. With a callback it resolves at once, and the outcome is sent there.
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

const BARE = Symbol("bare");

/**
 * Rejects `not_found` unless there is such an agent, without a look at the store: a server asks before each run, and
 * nobody should wait longer for that.
 */
export async function checkDefined(agents: Agents, id: string): Promise<void> {
	await (agents.get as (id: string, how: typeof BARE) => Promise<AgentInfo>)(id, BARE);
}

export function createAgents(
	runtime: () => Promise<Runtime>,
	count: (work: Promise<unknown>) => void,
): Agents {
	const find = (ready: Runtime, id: string): Promise<Agent> =>
		ready.agents.get(parse(agentId, id, "agent id"));
	const tell = async (ready: Runtime, agent: Agent): Promise<AgentInfo> =>
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
		get: async (id: string, how?: typeof BARE) => {
			const ready = await runtime();
			const agent = await find(ready, id);
			return how === BARE ? toInfo(ready, agent, undefined) : tell(ready, agent);
		},
		configureMemory: async (id, memory) => {
			const ready = await runtime();
			const agent = await find(ready, id);
			await configureMemory(ready.platform, agent, memory);
			return tell(ready, agent);
		},
		run: async (given) => {
			const input = parseRunInput(given);
			const { runId, generated, check } = idsOf(given);
			const ready = await runtime();
			await check(ready);
			return ready.start(input, { runId, generated, streams: false, emit: () => {} });
		},
		stream: (given) => openStream(runtime, given, count),
		trigger: async (given) => {
			const { triggerRun } = await import("./trigger/trigger-run.ts");
			return triggerRun(await runtime(), given, count);
		},
	};
}

/** Starts the run at once; the events wait for whoever reads them. */
function openStream(
	runtime: () => Promise<Runtime>,
	given: StreamInput,
	count: (work: Promise<unknown>) => void,
): RunStream {
	// Made here, so that whoever streams knows them from the start.
	const { runId, generated, check } = idsOf(given);
	const leaving = new AbortController();
	const ready = runtime();
	const opened = ready.then(async (running) => {
		await check(running);
		return running.feeds.open(runId);
	});
	const leave = (): void => leaving.abort(asCancelled("nobody reads the stream"));
	const run = async (): Promise<RunResult> => {
		const feed = await opened;
		let outer: AbortSignal | undefined;
		const abort = (): void => leaving.abort(outer?.reason);
		try {
			const input = parseRunInput(given);
			// Not `AbortSignal.any`: a signal that outlives many runs would keep a trace of each.
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
	// Who does not ask for the result need not handle its failure.
	result.catch(() => {});
	const read = (): AsyncIterator<RunEvent> => lazyIterator(async () => (await opened).read(-1));
	return { runId, sessionId: given?.sessionId ?? generated, result, [Symbol.asyncIterator]: read };
}

function errorEvent(error: unknown): RunEventBody {
	const fields: Partial<{ code: string; status: RunStatus }> = HoldfastError.isInstance(error) ? error : {};
	const message = error instanceof Error ? error.message : String(error);
	return { type: "error", code: fields.code ?? "model_failed", message, status: fields.status ?? "failed" };
}
