import type { Step } from "../../agent/index.ts";
import { HoldfastError } from "../../error/index.ts";
import type { Json } from "../../event/index.ts";
import { errorType } from "../error-type.ts";
import type { Said } from "../handover.ts";
import type { Answer, LoopEnd } from "../model-loop.ts";
import type { Turn } from "../turn.ts";
import { callNode } from "./call-node.ts";
import { type NodeOutcome, nodeName, type RoutineWork } from "./routine-work.ts";
import { chatNode, logAnswer, replyNode } from "./say-node.ts";
import { thinkNode } from "./think-node.ts";

/*
 * A routine is a turn like any other: one lease, one log, one trace, one end. The outputs of nodes
 * exist as long as the run. Only those of think nodes are stored, in the log and in the session's metadata.
 *
 *   enter ── `when` is false ──▶ the following node
 *     │ true
 *     ▼
 *   perform ──▶ the first transition that is true, or the following node ──▶ enter … ──▶ end
 */

/** Runs the routine of the run's agent from its start to an end. */
export async function runRoutine(turn: Turn, work: RoutineWork): Promise<LoopEnd> {
	const counts = new Map<string, number>();
	let answer: Answer | undefined;
	let thought: Json | undefined;
	let output: Json | undefined;
	let step = enter(work, work.routine.start);
	while (step) {
		countRun(turn, work, counts, step);
		turn.signal.throwIfAborted();
		const outcome = await inSpan(turn, step, work);
		if ("mode" in outcome) return outcome;
		output = outcome.output;
		work.scope.keep(step.id, output);
		if (step.kind === "think") thought = output;
		const next = enter(work, nextOf(step, outcome, work));
		answer = outcome.answer ?? answer;
		if (outcome.answer && next && outcome.answer.saidAt === undefined)
			answer = await logAnswer(turn, outcome.answer, work);
		// The result of a tool that handed over is not an answer.
		const isOver = next !== undefined || (turn.household.handoverSaid() !== undefined && !outcome.answer);
		if (isOver && isHandedOver(turn)) return { mode: "manual", said: saidOf(answer) };
		step = next;
	}
	return answer ?? { text: textOf(thought ?? output), reasoning: [] };
}

const saidOf = (answer: Answer | undefined): Said | undefined =>
	answer?.saidAt === undefined ? undefined : { text: answer.text, at: answer.saidAt };

const isHandedOver = ({ household, log }: Turn): boolean => household.handedOver() || log.mode === "manual";

const textOf = (value: Json | undefined): string =>
	typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

/**
 * The node to run: this one or, if its condition is false, the first one after it whose condition is true.
 */
function enter({ routine, scope }: RoutineWork, id: string | undefined): Step | undefined {
	let step = id === undefined ? undefined : routine.steps.get(id);
	while (step && !scope.holds(step.when)) {
		step = step.following === undefined ? undefined : routine.steps.get(step.following);
	}
	return step;
}

function nextOf(step: Step, { failed }: NodeOutcome, { scope }: RoutineWork): string | undefined {
	if (failed && "onError" in step && step.onError) return step.onError.to;
	const taken = step.next.find(({ when }) => scope.holds(when));
	return taken ? taken.to : step.following;
}

function countRun(
	{ agent }: Turn,
	{ routine }: RoutineWork,
	counts: Map<string, number>,
	{ id }: Step,
): void {
	const runs = (counts.get(id) ?? 0) + 1;
	counts.set(id, runs);
	if (runs <= routine.maxIterations) return;
	throw new HoldfastError(
		"limit_exceeded",
		`${nodeName(agent.id, id)} would run more than ${routine.maxIterations} times in one run; end the loop, or set maxIterations`,
		{ nodeId: id, limit: routine.maxIterations },
	);
}

async function inSpan(turn: Turn, step: Step, work: RoutineWork): ReturnType<typeof perform> {
	const about = { "holdfast.node.id": step.id, "holdfast.node.kind": step.kind };
	const span = turn.recorder.start("step", `${step.kind} ${step.id}`, about, turn.span);
	try {
		const outcome = await span.within(() => perform({ ...turn, span }, step, work));
		span.end("failed" in outcome && outcome.failed ? "tool_error" : undefined);
		return outcome;
	} catch (error) {
		span.end(errorType(error));
		throw error;
	}
}

function perform(turn: Turn, step: Step, work: RoutineWork): Promise<NodeOutcome | Exclude<LoopEnd, Answer>> {
	switch (step.kind) {
		case "think":
			return thinkNode(turn, step, work);
		case "tool":
		case "agent":
			return callNode(turn, step, work);
		case "reply":
			return replyNode(turn, step, work);
		case "chat":
			return chatNode(turn, step, work);
	}
}
