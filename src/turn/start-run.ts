import { hash } from "node:crypto";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import {
	type Agent,
	type AgentMemory,
	memoryNow,
	readMemoryOverride,
	type Tool,
	toMemory,
} from "../agent/index.ts";
import { HoldfastError } from "../error/index.ts";
import {
	canonicalJson,
	type Json,
	type JsonObject,
	jsonText,
	type StateDelta,
	type UserId,
	uuidV7,
} from "../event/index.ts";
import { resolveModel } from "../model/index.ts";
import { nameOf, type SessionRef } from "../session/index.ts";
import { scopeOf, toWrites } from "../state/index.ts";
import { asCancelled } from "./as-cancelled.ts";
import { awaitRun } from "./await-run.ts";
import { emptyRecall } from "./context/recalled.ts";
import { errorJson } from "./end-run.ts";
import { checkFileUrls } from "./inline-files.ts";
import { mayClash, refuseClash } from "./memory-tools/refuse-clash.ts";
import { noUsage } from "./model-loop.ts";
import { checkSize, runEvent } from "./run-events.ts";
import type { RunInput, RunResult } from "./run-input.ts";
import { TurnLost } from "./run-log.ts";
import { runTurn } from "./run-turn.ts";
import { RunView } from "./run-view.ts";
import { type SubRun, subAgentTools } from "./sub-agents.ts";
import { takeTurn } from "./take-turn.ts";
import { allows, type RunOptions, type Runtime } from "./turn.ts";

type Options = RunOptions & {
	/** Set for a run that another run started. */
	sub?: SubRun;
};

/** A run that may start: everything is checked, nothing is written yet. */
interface Admitted {
	agent: Agent;
	agents: ReadonlyMap<string, Agent>;
	model: LanguageModelV4;
	/** The models of nodes that name one, by node id. */
	models: ReadonlyMap<string, LanguageModelV4>;
	tools: Tool[];
	ref: SessionRef;
	stored: StateDelta;
	temp: Record<string, Json>;
	metadata: JsonObject | undefined;
}

const anySignal = new AbortController().signal;

async function admit(runtime: Runtime, input: RunInput, { sub, generated }: Options): Promise<Admitted> {
	const agent = await runtime.agents.get(input.agentId);
	const signal = input.signal ?? anySignal;
	if (signal.aborted) throw asCancelled(signal.reason);
	const ref = sub ? sub.ref : refOfRun(input, generated);
	const entries = Object.entries(input.state ?? {});
	const isTemp = ([key]: [string, Json]): boolean => scopeOf(key) === "temp";
	const temp = Object.fromEntries(entries.filter(isTemp));
	const stored: StateDelta = { set: Object.fromEntries(entries.filter((entry) => !isTemp(entry))) };
	// Checked together: `temp:` keys follow the same rules, although they are not stored.
	toWrites({ set: input.state });
	const metadata = input.metadata && (JSON.parse(jsonText(input.metadata, "metadata")) as JsonObject);
	if (agent.allow && !(await mayRun(runtime, agent, ref, sub))) {
		throw new HoldfastError("forbidden", `agent ${agent.id} is not allowed for this user`, {
			agentId: agent.id,
		});
	}
	const model = await resolveModel(agent.model ?? runtime.defaultModel);
	const models = await modelsOf(agent);
	await checkFileUrls(input.input, model, runtime.platform.networkOfCallers);
	const sets = await Promise.all(agent.toolsets.map((set) => set.tools(signal, runtime.platform.network)));
	const tools = uniqueTools(agent, [...agent.tools, ...sets.flat()]);
	if (mayClash(agent, tools)) refuseClash(agent, tools, await memoryOf(runtime, agent, input));
	const agents = new Map<string, Agent>();
	for (const { agent: id } of agent.agents) agents.set(id, await runtime.agents.get(id));
	return { agent, agents, model, models, tools, ref, stored, temp: structuredClone(temp), metadata };
}

async function modelsOf({ routine }: Agent): Promise<Map<string, LanguageModelV4>> {
	const models = new Map<string, LanguageModelV4>();
	for (const step of routine?.steps.values() ?? []) {
		if (step.kind === "think" && step.model !== undefined)
			models.set(step.id, await resolveModel(step.model));
	}
	return models;
}

function refOfRun({ agentId, userId, sessionId }: RunInput, generated: string): SessionRef {
	return { agentId, sessionId: sessionId ?? generated, ...(userId !== undefined && { userId }) };
}

function uniqueTools(agent: Agent, tools: Tool[]): Tool[] {
	const names = new Set(agent.agents.map(({ toolName }) => toolName));
	if (agent.reply) names.add("reply");
	for (const { name } of tools) {
		if (names.has(name)) {
			throw new HoldfastError(
				"invalid",
				`agent ${agent.id} has two tools named "${name}"; set a prefix for its MCP server, or remove one of them`,
				{ agentId: agent.id, tool: name },
			);
		}
		names.add(name);
	}
	return tools;
}

/** The current memory settings of the agent. The run itself uses those of its snapshot. */
async function memoryOf({ platform }: Runtime, agent: Agent, { memory }: RunInput): Promise<AgentMemory> {
	return toMemory(memory, memoryNow(agent.memory, await readMemoryOverride(platform, agent.id)));
}

/**
 * Whether the agent's own access rule allows the run. It is checked on stored values, before anything is
 * written.
 */
async function mayRun(
	runtime: Runtime,
	agent: Agent,
	ref: SessionRef,
	sub: SubRun | undefined,
): Promise<boolean> {
	if (sub) return allows(agent.allow, sub.caller.household);
	const { platform } = runtime;
	const name = nameOf(platform, ref);
	const [user, state] = await Promise.all([
		name.userId === undefined ? undefined : platform.store.users.get(platform.tenant, name.userId as UserId),
		platform.store.state.read({ name }),
	]);
	const view = new RunView(state);
	return allows(agent.allow, { variables: user?.variables ?? {}, view });
}

/** How many leases a sub-agent waits for a session that its caller shares with others. */
const PATIENCE = 3;

const tooBusy = ({ id }: Agent): HoldfastError =>
	new HoldfastError("busy", `${id} is busy with another run in this session; try again later`);

/** Checks the input, takes the turn and runs it. Errors have the run, its session and its status. */
export async function startRun(runtime: Runtime, input: RunInput, options: Options): Promise<RunResult> {
	if (input.signal?.aborted) throw asCancelled(input.signal.reason);
	const admitted = await admit(runtime, input, options);
	const { platform } = runtime;
	const { runId, sub } = options;
	const { agent, model, ref } = admitted;
	const message = runEvent({
		kind: "message",
		source: "user",
		runId,
		data: { role: "user", content: input.input },
		metadata: admitted.metadata,
		writes: toWrites(admitted.stored),
	});
	checkSize(message, platform.store.capabilities.limits.eventBytes);
	options.admitted?.();
	const caller = sub?.caller;
	const idempotency = keyOf(input);
	const detail: JsonObject = {
		model: `${model.provider}/${model.modelId}`,
		...(idempotency && { idempotency }),
	};
	const controller = new AbortController();
	const abort = (): void => controller.abort(asCancelled(input.signal?.reason));
	input.signal?.addEventListener("abort", abort);
	// It may have been aborted during the checks.
	if (input.signal?.aborted) abort();
	const { promise: done, resolve: settle } = Promise.withResolvers<void>();
	const rootId = caller?.rootId ?? runId;
	runtime.active.set(runId, { cancel: (reason) => controller.abort(reason), done, rootId });
	if (runtime.stopping) controller.abort(runtime.stopping);
	let timer: NodeJS.Timeout | undefined;
	let begun = false;
	// Agents that call each other in sessions of the same user could wait for each other forever.
	const patience =
		sub?.entry.ids === "same"
			? setTimeout(() => controller.abort(tooBusy(agent)), PATIENCE * runtime.leaseMs)
			: undefined;
	try {
		const taken = await takeTurn({
			platform,
			target: sub?.uid ? { uid: sub.uid } : { name: nameOf(platform, ref), create: {} },
			seed: {
				id: runId,
				parentId: caller?.runId,
				rootId,
				detail,
				createdAt: Date.now(),
			},
			message,
			onBusy: input.onBusy ?? "queue",
			leaseMs: runtime.leaseMs,
			signal: controller.signal,
			idempotency,
		});
		clearTimeout(patience);
		if (taken.kind === "repeated") {
			const result = await awaitRun(runtime, taken.runId, controller.signal);
			const { status, output, usage, mode, handover } = result;
			const how = { ...(mode && { mode }), ...(handover && { handover }) };
			options.emit({ type: "finish", status, output, usage: { ...usage }, ...how });
			return result;
		}
		if (taken.kind === "manual") {
			options.emit({ type: "finish", status: "completed", output: "", usage: noUsage(), mode: "manual" });
			return {
				runId,
				sessionId: ref.sessionId,
				status: "completed" as const,
				output: "",
				mode: "manual" as const,
				usage: noUsage(),
				events: taken.events,
				recalled: emptyRecall(),
			};
		}
		begun = true;
		timer = setTimeout(() => {
			controller.abort(
				new HoldfastError("model_failed", `the run took longer than ${agent.timeoutMs} ms and was stopped`, {
					reason: "timeout",
				}),
			);
		}, agent.timeoutMs);
		return await runTurn({
			runtime,
			agent,
			model,
			tools: admitted.tools,
			runId,
			rootId,
			ref,
			detail,
			subAgents: (turn) => subAgentTools(turn, admitted.agents, startSubRun),
			ancestry: [...(caller?.ancestry ?? []), runId],
			acrossSessions: !sub && input.sessionId === undefined && input.userId !== undefined,
			forgets: !sub && input.sessionId === undefined && input.userId === undefined,
			input: input.input,
			trigger: options.trigger,
			models: admitted.models,
			memory: input.memory,
			metadata: admitted.metadata,
			temp: admitted.temp,
			household: sub && sub.entry.state === "shared" ? sub.caller.household : undefined,
			identity: sub && sub.entry.state === "own" ? sub.caller.household : undefined,
			derived: sub?.derived ?? false,
			parentSpan: sub?.parentSpan,
			streams: options.streams,
			signal: controller.signal,
			emit: options.emit,
			lost: () => controller.abort(new TurnLost("the turn was taken over")),
			started: taken,
		});
	} catch (error) {
		throw begun || error instanceof TurnLost || controller.signal.aborted
			? await explain(runtime, error, { runId, sessionId: ref.sessionId })
			: error;
	} finally {
		clearTimeout(timer);
		clearTimeout(patience);
		input.signal?.removeEventListener("abort", abort);
		runtime.active.delete(runId);
		// Tells tools that are still running that the run has ended.
		controller.abort(new HoldfastError("cancelled", "the run has ended"));
		settle();
	}
}

const startSubRun = (runtime: Runtime, sub: SubRun): Promise<RunResult> =>
	startRun(
		runtime,
		{ agentId: sub.entry.agent, input: sub.input, signal: sub.signal },
		{ runId: uuidV7(), streams: false, emit: () => {}, generated: sub.ref.sessionId, sub },
	);

function keyOf({ idempotencyKey, input, state, metadata }: RunInput) {
	if (idempotencyKey === undefined) return undefined;
	const said = [input as Json, (state ?? null) as Json, (metadata ?? null) as Json];
	return { key: idempotencyKey, fingerprint: hash("sha256", canonicalJson(said), "base64url") };
}

/** The error for callers: with the run, its session and its status. */
async function explain(
	runtime: Runtime,
	error: unknown,
	about: { runId: string; sessionId: string },
): Promise<HoldfastError> {
	if (error instanceof TurnLost) return lostError(runtime, about);
	if (HoldfastError.isInstance(error) && error.status !== undefined) return error;
	const { code, message } = errorJson(error);
	const status = code === "cancelled" ? "cancelled" : "failed";
	const { fields = {}, retryable = false } = HoldfastError.isInstance(error) ? error : {};
	return new HoldfastError(
		code as HoldfastError["code"],
		message,
		{ ...fields, ...about, status },
		{ cause: error, retryable },
	);
}

/** The error of a run that lost its turn. The reason is in the store. */
async function lostError(
	runtime: Runtime,
	about: { runId: string; sessionId: string },
): Promise<HoldfastError> {
	const { store, tenant } = runtime.platform;
	const run = await store.runs.get(tenant, about.runId);
	if (!run)
		return new HoldfastError("not_found", "the session was deleted during the run", {
			...about,
			status: "failed",
		});
	const why = (run.error as { message?: string } | undefined)?.message ?? "the turn was taken over";
	const code = run.status === "failed" ? "unavailable" : "cancelled";
	return new HoldfastError(code, `the run was stopped: ${why}`, { ...about, status: run.status });
}
