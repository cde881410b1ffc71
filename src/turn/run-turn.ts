import type { Tool } from "../agent/index.ts";
import { textOf } from "../event/index.ts";
import { loadOtel, Recorder } from "../trace/index.ts";
import { buildContext, type Context } from "./context/build-context.ts";
import { fitHistory } from "./context/fit-history.ts";
import { partsOf } from "./context/prompt-parts.ts";
import { emptyRecall } from "./context/recalled.ts";
import { fillInstructions } from "./context/system-text.ts";
import { completeRun, failRun } from "./end-run.ts";
import { errorType } from "./error-type.ts";
import { keepLease } from "./keep-lease.ts";
import { memoryTools } from "./memory-tools/memory-tools.ts";
import { refuseClash } from "./memory-tools/refuse-clash.ts";
import { functionTools, type LoopEnd, modelLoop, noUsage, toolTokens } from "./model-loop.ts";
import { recall } from "./recall.ts";
import { remember } from "./remember.ts";
import { replyTool } from "./reply-tool.ts";
import { inWords } from "./routine/node-prompt.ts";
import { routineScope } from "./routine/routine-scope.ts";
import { runRoutine } from "./routine/run-routine.ts";
import type { RunResult } from "./run-input.ts";
import { RunLog } from "./run-log.ts";
import type { BegunRun, Progress, StartedRun } from "./started-run.ts";
import { behindSummary, summarizeHistory } from "./summarize.ts";
import { makeTurn, type Snapshot, takeSnapshot } from "./take-snapshot.ts";
import type { Turn } from "./turn.ts";

/** Snapshot, recall, context, model loop, end. The lease is kept until the run's last write. */
export async function runTurn(begun: BegunRun): Promise<RunResult> {
	const { runtime, runId, started } = begun;
	const { platform, leaseMs } = runtime;
	const recorder = new Recorder(runId, await loadOtel());
	const active = runtime.active.get(runId);
	if (active) active.live = { recorder };
	const log = new RunLog(platform, { ...started, runId }, recorder);
	log.events.push(...started.events);
	const release = keepLease({ platform, log, runId, leaseMs, lost: begun.lost });
	const progress: Progress = { usage: noUsage(), recalled: emptyRecall(), partial: { text: "" } };
	let turn: Turn | undefined;
	try {
		const snapshot = await takeSnapshot(begun, log);
		const { memory } = snapshot;
		const run: StartedRun = { ...begun, memory, detail: { ...begun.detail, save: memory.save } };
		turn = makeTurn(run, log, recorder, snapshot);
		const end = await think(run, turn, progress, snapshot);
		return await completeRun(run, turn, progress, end);
	} catch (error) {
		await failRun(begun, turn, log, progress, error);
		throw error;
	} finally {
		release();
		// Sub-agents share it; it is cleared at the end of the run that they worked for.
		if (!begun.household) turn?.household.view.clear();
	}
}

/** Recall and context, then the model loop or the routine. */
async function think(run: StartedRun, turn: Turn, progress: Progress, snapshot: Snapshot): Promise<LoopEnd> {
	const { agent, log } = turn;
	const tools = toolsOf(run, turn);
	const { memory } = run;
	const limits = {
		limit: memory.limit,
		tokenBudget: memory.tokenBudget,
		said: messagesBefore(run, snapshot),
		hasTools: tools.size > 0 || agent.routine !== undefined,
	};
	const { variables, view } = turn.household;
	// First of all: a missing key is an error before any model is called, also the one that summarizes.
	const instructions = fillInstructions(agent, variables, (key) => view.get(key));
	const about = { "holdfast.memory.operation": "recall" };
	const span = turn.recorder.start("memory", "recall", about, turn.span);
	const recalled = await recall(run, log, limits, { turn, span }).catch((error: unknown) => {
		span.end(errorType(error));
		throw error;
	});
	const { strategy, found } = recalled;
	// A summary covers one log up to an offset. Several sessions, or single messages, have no summary.
	const history =
		strategy === "all" && memory.summarize && !run.acrossSessions
			? await summarizeHistory(turn, recalled.history, limits, run.model, progress.usage)
			: behindSummary({ ...recalled.history, summary: undefined });
	const replayed = fitHistory(history.units, limits, []);
	const remembered = await remember(run, snapshot.session, replayed, { turn, span }).catch(
		(error: unknown) => {
			span.end(errorType(error));
			throw error;
		},
	);
	const { facts, passedOver } = remembered.facts;
	const method = recalled.method ?? remembered.method;
	const listing = toolTokens(functionTools(tools));
	const contextOf = (listed: boolean): Context =>
		buildContext({
			instructions,
			variables,
			facts,
			excerpts: remembered.excerpts,
			history: listed || !agent.routine ? history.units : history.units.map(inWords),
			limits: { ...limits, hasTools: listed || agent.routine !== undefined },
			summary: history.summary,
			dropped: history.dropped,
			input: partsOf(run.input),
			toolTokens: listed ? listing : 0,
			strategy,
			method,
			passedOver,
			found,
		});
	const context = contextOf(tools.size > 0);
	progress.recalled = context.recalled;
	const live = turn.runtime.active.get(turn.runId)?.live;
	if (live) live.recalled = context.recalled;
	span.set({
		"holdfast.recalled": context.recalled.messages.length,
		"holdfast.strategy": strategy,
		...(method && { "holdfast.method": method }),
		"holdfast.excerpts": context.recalled.excerpts.length,
		"holdfast.facts": facts.map(({ id }) => id),
		"holdfast.dropped": context.recalled.dropped,
		"holdfast.tokens": { ...context.recalled.tokens },
	});
	span.end();
	if (log.mode === "manual" || snapshot.session?.mode === "manual") return { mode: "manual" };
	const loop = {
		model: run.model,
		tools,
		streams: run.streams,
		usage: progress.usage,
		partial: progress.partial,
		callIds: new Set<string>(),
		steps: { taken: 0 },
	};
	const { routine } = agent;
	if (!routine) {
		const { prompt, ids } = context;
		return turn.span.within(() => modelLoop(turn, { ...loop, prompt, ids }));
	}
	const scope = routineScope(turn.household, run.trigger ?? textOf(run.input));
	const work = { ...loop, routine, models: run.models, scope, contextOf };
	return turn.span.within(() => runRoutine(turn, work));
}

/**
 * Number of messages in the session before the run's own. Undefined if the history is not the newest part of
 * one session.
 */
function messagesBefore(run: StartedRun, { session }: Snapshot): number | undefined {
	if (!session || run.acrossSessions || run.memory.recall !== "all") return undefined;
	return session.messageCount - 1;
}

function toolsOf(run: StartedRun, turn: Turn): Map<string, Tool> {
	refuseClash(run.agent, run.tools, run.memory);
	const tools = [...run.tools, ...run.subAgents(turn), ...memoryTools(run, turn)];
	if (run.agent.reply) tools.push(replyTool(turn, run.agent.reply.maxPerRun));
	return new Map(tools.map((tool) => [tool.name, tool]));
}
