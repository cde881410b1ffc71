import { type AgentStep, agentToolName, fillJson, fillText, type ToolStep } from "../../agent/index.ts";
import { HoldfastError } from "../../error/index.ts";
import type { Json } from "../../event/index.ts";
import type { ModelToolCall } from "../../model/index.ts";
import { uniqueId } from "../model-loop.ts";
import { callEvent, runTool } from "../run-tool.ts";
import type { Turn } from "../turn.ts";
import { type NodeOutcome, nodeName, type RoutineWork } from "./routine-work.ts";

/** Calls a tool or another agent, under the same rules as a call by the model. */
export async function callNode(
	turn: Turn,
	step: ToolStep | AgentStep,
	work: RoutineWork,
): Promise<NodeOutcome> {
	const what = nodeName(turn.agent.id, step.id);
	const { name, input } = asked(step, work, what);
	const call: ModelToolCall = { id: uniqueId(step.id, work.callIds), name, input };
	await turn.log.append([callEvent(turn, call, work.steps.taken++)]);
	turn.emit({ type: "tool-call", toolCallId: call.id, name, input });
	const { output, isError } = await runTool(turn, work.tools, call, turn.span);
	if (!isError) return { output };
	const message = typeof output === "string" ? output : JSON.stringify(output);
	if (step.onError) return { output: { error: message }, failed: true };
	const refused = message.startsWith("unauthorized:");
	throw new HoldfastError(
		refused ? "forbidden" : "unavailable",
		`${what}: ${name} failed: ${message}`,
		{ nodeId: step.id, tool: name },
		{ retryable: false },
	);
}

function asked(
	step: ToolStep | AgentStep,
	{ scope }: RoutineWork,
	what: string,
): { name: string; input: Json } {
	if (step.kind === "tool") return { name: step.tool, input: fillJson(step.input, scope, what) ?? {} };
	return { name: agentToolName(step.agent), input: { input: fillText(step.input, scope, what) } };
}
