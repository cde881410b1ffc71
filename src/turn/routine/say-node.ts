import { type ChatStep, fillText, type ReplyStep } from "../../agent/index.ts";
import { type Answer, answerEvent, type LoopEnd, modelLoop } from "../model-loop.ts";
import { runEvent } from "../run-events.ts";
import type { Turn } from "../turn.ts";
import { nodePrompt } from "./node-prompt.ts";
import { type NodeOutcome, nodeName, type RoutineWork } from "./routine-work.ts";

/** Sends a text to the user immediately. It stays, whatever happens to the run. */
export async function replyNode(turn: Turn, step: ReplyStep, { scope }: RoutineWork): Promise<NodeOutcome> {
	const content = fillText(step.text, scope, nodeName(turn.agent.id, step.id));
	if (content.trim() === "") return { output: content };
	const { runId, metadata, hidden } = turn;
	const [said] = await turn.log.append([
		runEvent({ kind: "reply", source: "agent", runId, data: { content, ...hidden }, metadata }),
	]);
	turn.emit({ type: "reply", content });
	return { output: content, answer: { text: content, reasoning: [], ...(said && { saidAt: said.offset }) } };
}

/** Lets the model answer, as it would without a routine. */
export async function chatNode(
	turn: Turn,
	step: ChatStep,
	work: RoutineWork,
): Promise<NodeOutcome | Exclude<LoopEnd, Answer>> {
	const text = step.prompt && fillText(step.prompt, work.scope, nodeName(turn.agent.id, step.id));
	const { prompt, ids } = nodePrompt(turn, work.contextOf, { listed: work.tools.size > 0, text });
	const end = await modelLoop(turn, { ...work, prompt, ids });
	return "mode" in end ? end : { output: end.text, answer: end };
}

/** Logs the answer of a chat node, if the run continues. */
export async function logAnswer(turn: Turn, answer: Answer, work: RoutineWork): Promise<Answer> {
	if (answer.text.trim() === "") return answer;
	const event = answerEvent(turn, answer, false);
	const [said] = await turn.log.append([runEvent({ ...event, data: { ...event.data, ...turn.hidden } })]);
	work.partial.text = "";
	return { ...answer, ...(said && { saidAt: said.offset }) };
}
