import type { JSONSchema7 } from "@ai-sdk/provider";
import { fillText, type ThinkStep } from "../../agent/index.ts";
import { HoldfastError } from "../../error/index.ts";
import type { JsonObject } from "../../event/index.ts";
import { parseJson } from "../../memory/extract/model/structured-model.ts";
import { STEP_OUTPUTS } from "../../state/index.ts";
import { addUsage, askModel, uniqueId } from "../model-loop.ts";
import { runEvent } from "../run-events.ts";
import type { Turn } from "../turn.ts";
import { nodePrompt } from "./node-prompt.ts";
import { type NodeOutcome, nodeName, type RoutineWork } from "./routine-work.ts";

const ATTEMPTS = 2;

/**
 * Asks the model for an object. If the answer does not match the schema, the model is asked once more, with
 * the problem. If that fails too, the run fails, and nothing of the answer is stored.
 */
export async function thinkNode(turn: Turn, step: ThinkStep, work: RoutineWork): Promise<NodeOutcome> {
	const asks = fillText(step.prompt, work.scope, nodeName(turn.agent.id, step.id));
	const number = work.steps.taken++;
	const schema = step.output.schema as JSONSchema7;
	// Not every provider uses the schema, so the prompt contains it too.
	const text = `${asks}\n\nAnswer with JSON only, of this JSON schema:\n${JSON.stringify(schema)}`;
	const model = work.models.get(step.id) ?? work.model;
	let problem: HoldfastError | undefined;
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		const told = problem ? `${text}\n\n${complaint(problem)}` : text;
		const { prompt } = nodePrompt(turn, work.contextOf, { listed: false, text: told });
		const question = { prompt, listed: [], toolChoice: "none" as const, json: schema, parent: turn.span };
		const quiet = { model, streams: false, partial: work.partial };
		const answer = await askModel(turn, quiet, question, prompt.length - 1);
		addUsage(work.usage, answer.usage);
		const { finishReason, usage } = answer;
		turn.emit({ type: "step", step: number, finishReason, usage: { ...usage } });
		try {
			const value = check(step, answer.text);
			await keep(turn, step, work, value, number);
			return { output: value };
		} catch (error) {
			if (!(error instanceof Unfit)) throw error;
			problem = error.problem;
		}
	}
	throw new HoldfastError(
		"model_failed",
		`${nodeName(turn.agent.id, step.id)}: the model's answer does not match the output schema: ${problem?.message ?? ""}`,
		{ nodeId: step.id, reason: "failed", attempts: ATTEMPTS },
		{ cause: problem },
	);
}

/** An answer that does not match the schema. */
class Unfit extends Error {
	readonly problem: HoldfastError;
	constructor(problem: HoldfastError) {
		super(problem.message);
		this.problem = problem;
	}
}

function check({ output }: ThinkStep, text: string): JsonObject {
	try {
		const given = parseJson(text);
		if (typeof given === "string") throw new HoldfastError("invalid", "answer: is not JSON");
		return output.check(given, "answer");
	} catch (error) {
		throw HoldfastError.isInstance(error) ? new Unfit(error) : error;
	}
}

/** The problem is quoted as data: it may contain words of the conversation. */
const complaint = ({ message }: HoldfastError): string =>
	`Your last answer was refused: ${JSON.stringify(message)}. Answer again, with all of it, and mend that.`;

/**
 * In the log, a think node is a call with the node's name and a result, so that later prompts can show it.
 * Its output is also an event of its own, and part of the session's metadata. All of it is one write.
 */
async function keep(
	turn: Turn,
	{ id, result }: ThinkStep,
	work: RoutineWork,
	value: JsonObject,
	step: number,
): Promise<void> {
	const { runId, hidden } = turn;
	const toolCallId = uniqueId(id, work.callIds);
	const named = { toolCallId, name: id, ...hidden };
	const agent = { source: "agent" as const, runId };
	await turn.log.append(
		[
			runEvent({ ...agent, kind: "tool_call", data: { ...named, input: {}, step } }),
			runEvent({ ...agent, kind: "tool_result", data: { ...named, output: value } }),
			runEvent({ ...agent, kind: "step_output", data: { nodeId: id, value, ...(result && { result }) } }),
		],
		// Only its own: the outputs of other nodes may be erased at the same time.
		{
			patch: {
				metadata: { set: {}, unset: [], within: { [STEP_OUTPUTS]: { set: { [id]: value }, unset: [] } } },
			},
		},
	);
	turn.emit({ type: "tool-call", toolCallId, name: id, input: {} });
	turn.emit({ type: "tool-result", toolCallId, name: id, output: value });
}
