import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Agent, AgentMemory, Tool } from "../agent/index.ts";
import { HoldfastError } from "../error/index.ts";
import type { Event, Json, JsonObject, MessagePart, SessionUid } from "../event/index.ts";
import type { Usage } from "../model/index.ts";
import type { SessionRef } from "../session/index.ts";
import { SESSION_KEY } from "../state/index.ts";
import type { RunEnding, SessionRecord } from "../store/ports/index.ts";
import { type ActiveSpan, loadOtel, Recorder } from "../trace/index.ts";
import { buildContext, type Context, type Recalled, recalledJson } from "./context/build-context.ts";
import { partsOf } from "./context/history-units.ts";
import { fillInstructions } from "./context/system-text.ts";
import { keepLease } from "./keep-lease.ts";
import { answerEvent, functionTools, type LoopEnd, modelLoop, noUsage, toolTokens } from "./model-loop.ts";
import { type History, noHistory, readHistory, readUserHistory } from "./read-history.ts";
import { replyTool } from "./reply-tool.ts";
import { runEvent, statusEvent } from "./run-events.ts";
import type { RunEventBody, RunResult } from "./run-input.ts";
import { RunLog, TurnLost } from "./run-log.ts";
import { RunView, storedWrites } from "./run-view.ts";
import { behindSummary, summarizeHistory } from "./summarize.ts";
import { type Household, ownHousehold, type Runtime, type Turn } from "./turn.ts";

/** A run that has the session's turn and has logged the user's message. */
export interface StartedRun {
	runtime: Runtime;
	agent: Agent;
	model: LanguageModelV4;
	/** Tools of the agent, without those of the runtime itself. */
	tools: readonly Tool[];
	/** Makes the tools with which the agent calls others. */
	subAgents: (turn: Turn) => readonly Tool[];
	runId: string;
	rootId: string;
	ancestry: readonly string[];
	ref: SessionRef;
	/** The memory reaches over all sessions of the user: only the user was named. */
	acrossSessions: boolean;
	/** Nothing was named: there is nothing to remember. */
	forgets: boolean;
	input: string | MessagePart[];
	memory: AgentMemory;
	metadata: JsonObject | undefined;
	/** `temp:` keys that the run starts with. */
	temp: Record<string, Json>;
	/** Set for a sub-agent that shares the state of the one who called it. */
	household: Household | undefined;
	/** Whom a sub-agent with a state of its own acts for. */
	identity: Pick<Household, "userId" | "variables"> | undefined;
	/** The session has a derived name. */
	derived: boolean;
	parentSpan: ActiveSpan | undefined;
	detail: JsonObject;
	streams: boolean;
	signal: AbortSignal;
	emit(event: RunEventBody): void;
	/** Called when the turn turns out to be somebody else's. */
	lost(): void;
	started: { uid: SessionUid; fence: number; events: Event[] };
}

interface Work {
	turn: Turn;
	usage: Usage;
	recalled: Recalled;
	partial: { text: string };
	name: string;
}

/** Snapshot, recall, context, model loop, end. The lease is kept meanwhile, and let go with the run's last write. */
export async function runTurn(run: StartedRun): Promise<RunResult> {
	const { runtime, runId, started } = run;
	const recorder = new Recorder(runId, await loadOtel());
	const log = new RunLog(runtime.platform, { ...started, runId }, recorder);
	log.events.push(...started.events);
	const release = keepLease({
		platform: runtime.platform,
		log,
		runId,
		leaseMs: runtime.leaseMs,
		lost: run.lost,
	});
	const work: Work = {
		turn: undefined as unknown as Turn,
		usage: noUsage(),
		recalled: emptyRecall(),
		partial: { text: "" },
		name: run.agent.id,
	};
	try {
		const snapshot = await takeSnapshot(run, log);
		work.turn = makeTurn(run, log, recorder, snapshot);
		const end = await think(run, work, snapshot);
		return await complete(run, work, end);
	} catch (error) {
		await fail(run, work, log, recorder, error);
		throw error;
	} finally {
		release();
		if (work.turn && !run.household) work.turn.household.view.clear();
	}
}

export const emptyRecall = (): Recalled => ({
	strategy: "none",
	messages: [],
	dropped: [],
	tokens: { instructions: 0, variables: 0, summary: 0, history: 0, input: 0, tools: 0 },
});

interface Snapshot {
	session: SessionRecord | undefined;
	household: Household;
}

/** State and variables as they are now; what others change later is for the next run. */
async function takeSnapshot(run: StartedRun, log: RunLog): Promise<Snapshot> {
	const { platform } = run.runtime;
	const target = { uid: log.uid, tenant: platform.tenant };
	const { household: inherited, identity } = run;
	const userId = identity ? identity.userId : run.ref.userId;
	const [session, state, user] = await Promise.all([
		platform.store.sessions.get(target),
		inherited ? undefined : platform.store.state.read(target),
		inherited || identity || userId === undefined
			? undefined
			: platform.store.users.get(platform.tenant, userId as NonNullable<SessionRecord["userId"]>),
	]);
	if (inherited) return { session, household: inherited };
	const view = new RunView(state);
	view.apply({ set: run.temp });
	const variables = identity?.variables ?? user?.variables ?? {};
	return { session, household: ownHousehold({ runId: run.runId, userId, variables, view, log }) };
}

function makeTurn(run: StartedRun, log: RunLog, recorder: Recorder, { session, household }: Snapshot): Turn {
	const { runtime, agent, runId, rootId, ancestry, ref, signal, metadata, emit } = run;
	const key = session?.metadata[SESSION_KEY];
	const name = typeof key === "string" && !run.parentSpan ? key : `invoke_agent ${agent.id}`;
	const span = recorder.start(
		"run",
		name,
		{
			"gen_ai.operation.name": "invoke_agent",
			"gen_ai.agent.id": agent.id,
			"gen_ai.agent.name": agent.id,
			"gen_ai.provider.name": run.model.provider,
			"gen_ai.request.model": run.model.modelId,
			"gen_ai.conversation.id": ref.sessionId,
			"holdfast.run.id": runId,
			...(typeof key === "string" && { "holdfast.session_key": key }),
			...(household.userId !== undefined && { "enduser.id": household.userId }),
		},
		run.parentSpan,
	);
	return {
		...{
			runtime,
			agent,
			runId,
			rootId,
			ancestry,
			ref,
			log,
			recorder,
			span,
			household,
			signal,
			metadata,
			emit,
		},
		ownsState: !run.household,
		derived: run.derived,
		hidden: run.memory.save === "input_output" ? { replay: false } : {},
	};
}

/** Recall, context and the model's work. */
async function think(run: StartedRun, work: Work, snapshot: Snapshot): Promise<LoopEnd> {
	const { turn } = work;
	const { agent, log } = turn;
	const tools = toolsOf(run, turn);
	const { memory } = run;
	const limits = { limit: memory.limit, tokenBudget: memory.tokenBudget, hasTools: tools.size > 0 };
	const replays = memory.active && !run.forgets && memory.limit > 0;
	const { variables, view } = turn.household;
	// First of all: what is missing is said before a model is called, also the one that sums up.
	const instructions = fillInstructions(agent, variables, (key) => view.get(key));
	const span = turn.recorder.start("memory", "recall", {}, turn.span);
	const fetched = replays ? await recall(run, log) : noHistory();
	// A summary covers one log up to an offset: there is none of several sessions at once.
	const history =
		replays && memory.summarize && !run.acrossSessions
			? await summarizeHistory(turn, fetched, limits, run.model, work.usage)
			: behindSummary({ ...fetched, summary: undefined });
	const context: Context = buildContext({
		instructions,
		variables,
		history: history.units,
		limits,
		summary: history.summary,
		dropped: history.dropped,
		input: partsOf(run.input),
		toolTokens: toolTokens(functionTools(tools)),
		replays,
	});
	work.recalled = context.recalled;
	span.set({
		"holdfast.recalled": context.recalled.messages.length,
		"holdfast.dropped": context.recalled.dropped,
		"holdfast.tokens": { ...context.recalled.tokens },
	});
	span.end();
	if (log.mode === "manual" || snapshot.session?.mode === "manual") return { mode: "manual" };
	return turn.span.within(() =>
		modelLoop(turn, {
			model: run.model,
			prompt: context.prompt,
			ids: context.ids,
			tools,
			streams: run.streams,
			usage: work.usage,
			callIds: new Set(),
			partial: work.partial,
		}),
	);
}

function toolsOf(run: StartedRun, turn: Turn): Map<string, Tool> {
	const tools = [...run.tools, ...run.subAgents(turn)];
	if (run.agent.reply) tools.push(replyTool(turn, run.agent.reply.maxPerRun));
	return new Map(tools.map((tool) => [tool.name, tool]));
}

async function recall(run: StartedRun, log: RunLog): Promise<History> {
	const { limit, messageLimit, summarize } = run.memory;
	const fetch = Math.min(3 * limit, messageLimit);
	// A summary is made from what is not kept: then all of it is looked at.
	const window = { fetch, keep: summarize ? fetch : limit };
	const { platform } = run.runtime;
	const { sessionId, userId } = run.ref;
	const input = run.started.events[0]?.offset ?? 0;
	if (!run.acrossSessions) return readHistory(platform, { uid: log.uid, sessionId }, input, window);
	return readUserHistory(platform, { agentId: run.agent.id, userId: userId as string }, log.uid, window);
}

/** Ends a run that did what it should: the answer, the status, the record and the spans in one write. */
async function complete(run: StartedRun, work: Work, end: LoopEnd): Promise<RunResult> {
	const { turn, usage, recalled } = work;
	const { agent, log, span, household } = turn;
	const manual = "mode" in end;
	const text = manual ? "" : end.text;
	const delta = agent.outputKey !== undefined && !manual ? { set: { [agent.outputKey]: text } } : undefined;
	if (delta && !turn.ownsState) await household.commit(delta);
	const writes = delta && turn.ownsState ? storedWrites(delta) : [];
	const says = !manual && (text.trim() !== "" || writes.length > 0);
	const answer = says ? [runEvent({ ...answerEvent(turn, end as never, false), writes })] : [];
	span.set({
		"gen_ai.usage.input_tokens": usage.inputTokens,
		"gen_ai.usage.output_tokens": usage.outputTokens,
	});
	span.end();
	await log.append([...answer, statusEvent(run.runId, "completed")], {
		end: {
			status: "completed",
			usage: { ...usage },
			detail: detailOf(run, recalled, manual),
			...(says && { outputIndex: 0 }),
		},
	});
	if (delta) household.view.apply(delta);
	const result: RunResult = {
		runId: run.runId,
		sessionId: run.ref.sessionId,
		status: "completed",
		output: text,
		...(manual && { mode: "manual" as const }),
		usage,
		events: log.events,
		recalled,
	};
	run.emit({
		type: "finish",
		status: "completed",
		output: text,
		usage: { ...usage },
		...(manual && { mode: "manual" as const }),
	});
	return result;
}

const detailOf = (run: StartedRun, recalled: Recalled, manual = false): JsonObject => ({
	...run.detail,
	recalled: recalledJson(recalled),
	...(manual && { mode: "manual" }),
});

/** How a run ends that was cut short by this. */
export function endingOf(error: unknown): RunEnding {
	return HoldfastError.isInstance(error) && error.code === "cancelled" ? "cancelled" : "failed";
}

export function errorJson(error: unknown): { code: string; message: string } {
	const code = HoldfastError.isInstance(error) ? error.code : "model_failed";
	const message = error instanceof Error ? error.message : String(error);
	return { code, message: message.slice(0, 2_000) };
}

/** Saves what there is of a run that failed or was cancelled: its message is logged already. */
async function fail(
	run: StartedRun,
	work: Work,
	log: RunLog,
	recorder: Recorder,
	cause: unknown,
): Promise<void> {
	const { turn, usage, recalled, partial } = work;
	const error = errorJson(cause);
	turn?.span.end(error.message);
	// Not ours any more: whoever closed it has said why.
	if (cause instanceof TurnLost) return;
	const status = endingOf(cause);
	const { runId } = run;
	const said =
		turn && partial.text.trim() !== ""
			? [runEvent(answerEvent(turn, { text: partial.text, reasoning: [] }, true))]
			: [];
	try {
		await log.append([...said, statusEvent(runId, status, error)], {
			end: {
				status,
				usage: { ...usage },
				error,
				detail: detailOf(run, recalled),
				...(said.length > 0 && { outputIndex: 0 }),
			},
		});
	} catch {
		// The store is away, or the turn was lost meanwhile: the lease runs out, and whoever comes next closes the run.
		recorder.take();
	}
}
