import type {
	JSONSchema7,
	LanguageModelV4,
	LanguageModelV4FunctionTool,
	LanguageModelV4Message,
} from "@ai-sdk/provider";
import type { Tool } from "../agent/index.ts";
import { HoldfastError } from "../error/index.ts";
import type { Event, JsonObject, SessionMode } from "../event/index.ts";
import {
	callModel,
	estimateTokens,
	type ModelStep,
	markForCache,
	type Prompt,
	type Usage,
} from "../model/index.ts";
import { type CallIds, leaveFilesOut, promptInput, promptName, promptOutput } from "./context/to-prompt.ts";
import { errorType } from "./error-type.ts";
import type { Said } from "./handover.ts";
import { inlineFiles } from "./inline-files.ts";
import { runEvent } from "./run-events.ts";
import { callEvent, runTool, type ToolOutcome } from "./run-tool.ts";
import type { Turn } from "./turn.ts";

export const noUsage = (): Usage => ({ inputTokens: 0, outputTokens: 0, totalTokens: 0 });

/** Adds usage to a sum, in place. */
export function addUsage(sum: Usage, more: Usage): void {
	sum.inputTokens += more.inputTokens;
	sum.outputTokens += more.outputTokens;
	sum.totalTokens += more.totalTokens;
	if (more.cachedInputTokens) sum.cachedInputTokens = (sum.cachedInputTokens ?? 0) + more.cachedInputTokens;
	if (more.reasoningTokens) sum.reasoningTokens = (sum.reasoningTokens ?? 0) + more.reasoningTokens;
}

export interface LoopOptions {
	model: LanguageModelV4;
	prompt: Prompt;
	ids: CallIds;
	tools: ReadonlyMap<string, Tool>;
	streams: boolean;
	usage: Usage;
	/** Ids of the run's tool calls so far. */
	callIds: Set<string>;
	/** The model's text in the current step. It is kept if the run is cut short. */
	partial: { text: string };
	/** Number of steps of the run so far. Each step has its own number. */
	steps: { taken: number };
}

/** The final answer of a run. */
export interface Answer {
	text: string;
	reasoning: ModelStep["reasoning"];
	/** Offset of the answer if it is already logged. Then it is not logged again. */
	saidAt?: number;
}

/** How the loop ended: with an answer, or because a human took over. */
export type LoopEnd =
	| Answer
	| {
			mode: SessionMode & "manual";
			/** The agent's last text. It is already logged. */
			said?: Said | undefined;
	  };

export function functionTools(tools: ReadonlyMap<string, Tool>): LanguageModelV4FunctionTool[] {
	return Array.from(tools.values(), ({ name, description, inputSchema }) => ({
		type: "function",
		name,
		description,
		inputSchema,
	}));
}

export const toolTokens = (tools: readonly LanguageModelV4FunctionTool[]): number =>
	tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools));

/** Calls the model, and the tools that it requests, until it answers. Every step is logged as it happens. */
export async function modelLoop(turn: Turn, options: LoopOptions): Promise<LoopEnd> {
	const { agent, household } = turn;
	const prompt: Prompt = [...options.prompt];
	const listed = functionTools(options.tools);
	for (let step = 0; ; step++) {
		const last = step >= agent.maxSteps - 1;
		const answer = await modelStep(turn, options, prompt, listed, options.steps.taken++, last);
		if ("text" in answer) return answer;
		if (household.handedOver() || turn.log.mode === "manual") return { mode: "manual", said: answer.said };
		prompt.push(...answer.messages);
	}
}

async function modelStep(
	turn: Turn,
	options: LoopOptions,
	prompt: Prompt,
	listed: LanguageModelV4FunctionTool[],
	step: number,
	last: boolean,
): Promise<Answer | { messages: LanguageModelV4Message[]; said: Said | undefined }> {
	const span = turn.recorder.start("step", `step ${step}`, { "holdfast.step": step }, turn.span);
	try {
		const call = { prompt, listed, toolChoice: last ? ("none" as const) : ("auto" as const), parent: span };
		const answer = await askModel(turn, options, call, options.prompt.length - 1);
		for (const call of answer.toolCalls) call.id = uniqueId(call.id, options.callIds);
		addUsage(options.usage, answer.usage);
		const done = (): void => {
			span.end();
			const { finishReason, usage } = answer;
			turn.emit({ type: "step", step, finishReason, usage: { ...usage } });
		};
		if (answer.toolCalls.length === 0 || last) {
			done();
			return { text: answer.text, reasoning: answer.reasoning };
		}
		const said = await logCalls(turn, answer, step);
		options.partial.text = "";
		const outcomes = await Promise.all(
			answer.toolCalls.map((call) => runTool(turn, options.tools, call, span)),
		);
		done();
		return { messages: stepMessages(answer, outcomes, options.ids), said };
	} catch (error) {
		span.end(errorType(error));
		throw error;
	}
}

/**
 * Whether files may be the cause: a provider package rejects a file before the call, or the provider rejects
 * the request.
 */
function mayBlameFiles(error: unknown): boolean {
	if (!HoldfastError.isInstance(error) || error.code !== "model_failed") return false;
	const cause = error.cause as { name?: unknown } | undefined;
	if (cause?.name === "AI_UnsupportedFunctionalityError") return true;
	return [400, 413, 415, 422].includes(Number(error.statusCode));
}

/** The log connects a call and its result by id, so the id must be unique in its run. */
export function uniqueId(id: string, used: Set<string>): string {
	let unique = id === "" ? "call" : id;
	for (let n = 2; used.has(unique); n++) unique = `${id}-${n}`;
	used.add(unique);
	return unique;
}

export interface Question {
	prompt: Prompt;
	listed: LanguageModelV4FunctionTool[];
	toolChoice: "auto" | "none";
	/** The answer must be JSON that matches this schema. */
	json?: JSONSchema7;
	parent: Turn["span"];
}

type Asking = Pick<LoopOptions, "model" | "streams" | "partial">;

/**
 * Calls the model once. If it rejects files of messages before `newest`, the call is repeated without them:
 * an old file must not end the conversation.
 */
export async function askModel(
	turn: Turn,
	options: Asking,
	question: Question,
	newest: number,
): Promise<ModelStep> {
	const { networkOfCallers: network } = turn.runtime.platform;
	await inlineFiles(question.prompt, { model: options.model, network, signal: turn.signal, newest });
	try {
		return await ask(turn, options, question, newest);
	} catch (error) {
		if (!mayBlameFiles(error) || !leaveFilesOut(question.prompt, newest)) throw error;
		question.parent.set({ "holdfast.files_left_out": true });
		return ask(turn, options, question, newest);
	}
}

async function ask(
	turn: Turn,
	{ model, streams, partial }: Asking,
	{ prompt, listed, toolChoice, json, parent }: Question,
	newest: number,
): Promise<ModelStep> {
	const { settings } = turn.agent;
	const hasTools = listed.length > 0 && toolChoice === "auto";
	const span = turn.recorder.start(
		"model",
		`chat ${model.modelId}`,
		{
			"gen_ai.operation.name": "chat",
			"gen_ai.provider.name": model.provider,
			"gen_ai.request.model": model.modelId,
			"gen_ai.conversation.id": turn.ref.sessionId,
			"holdfast.prompt.messages": prompt.length,
		},
		parent,
	);
	try {
		const answer = await span.within(() =>
			callModel({
				model,
				prompt: settings.promptCache === false ? prompt : markForCache(prompt, model, { newest, hasTools }),
				tools: listed,
				toolChoice,
				json,
				settings,
				signal: turn.signal,
				onText: streams
					? (delta) => {
							partial.text += delta;
							turn.emit({ type: "text-delta", delta });
						}
					: undefined,
			}),
		);
		span.set(answerAttributes(answer));
		span.end();
		return answer;
	} catch (error) {
		span.set({ "error.type": errorType(error) });
		span.end(errorType(error));
		throw error;
	}
}

function answerAttributes({ usage, finishReason, responseModel }: ModelStep): JsonObject {
	return {
		"gen_ai.usage.input_tokens": usage.inputTokens,
		"gen_ai.usage.output_tokens": usage.outputTokens,
		...(usage.cachedInputTokens !== undefined && {
			"gen_ai.usage.cache_read.input_tokens": usage.cachedInputTokens,
		}),
		"gen_ai.response.finish_reasons": [finishReason],
		...(responseModel !== undefined && { "gen_ai.response.model": responseModel }),
	};
}

/**
 * Logs the model's text and its tool calls, so that they are durable before a tool starts. Returns the text.
 */
async function logCalls(turn: Turn, answer: ModelStep, step: number): Promise<Said | undefined> {
	const { runId, metadata, hidden } = turn;
	const said =
		answer.text.trim() === "" && answer.reasoning.length === 0
			? []
			: [
					runEvent({
						kind: "message",
						source: "agent",
						runId,
						data: { role: "assistant", content: answer.text, step, ...reasoningData(answer), ...hidden },
						metadata,
					}),
				];
	const events = [...said, ...answer.toolCalls.map((call) => callEvent(turn, call, step))];
	// A model may request more calls in one step than one append can hold.
	const { batchEvents } = turn.runtime.platform.store.capabilities.limits;
	const stored: Event[] = [];
	for (let i = 0; i < events.length; i += batchEvents) {
		stored.push(...(await turn.log.append(events.slice(i, i + batchEvents))));
	}
	for (const { id, name, input } of answer.toolCalls) {
		turn.emit({ type: "tool-call", toolCallId: id, name, input });
	}
	const [first] = stored;
	return first && answer.text.trim() !== "" ? { text: answer.text, at: first.offset } : undefined;
}

/** The model's reasoning is kept in the log; later prompts leave it out. */
export function reasoningData({ reasoning }: Pick<ModelStep, "reasoning">): { reasoning?: string } {
	const text = reasoning.map((part) => part.text).join("\n");
	return text === "" ? {} : { reasoning: text };
}

/** The messages of a step for the next model call: what the model sent, and the results of its calls. */
function stepMessages(
	answer: ModelStep,
	outcomes: readonly ToolOutcome[],
	ids: CallIds,
): LanguageModelV4Message[] {
	const calls = answer.toolCalls.map((call) => ({ ...call, toolCallId: ids.take(call.id) }));
	const meta = (providerMetadata: ModelStep["reasoning"][number]["providerMetadata"]) =>
		providerMetadata ? { providerOptions: providerMetadata } : {};
	return [
		{
			role: "assistant",
			content: [
				...answer.reasoning.map(({ text, providerMetadata }) => ({
					type: "reasoning" as const,
					text,
					...meta(providerMetadata),
				})),
				...(answer.text.trim() === ""
					? []
					: [{ type: "text" as const, text: answer.text, ...meta(answer.textMetadata) }]),
				...calls.map(({ toolCallId, name, input, providerMetadata }) => ({
					type: "tool-call" as const,
					toolCallId,
					toolName: promptName(name),
					input: promptInput(input),
					...meta(providerMetadata),
				})),
			],
		},
		{
			role: "tool",
			content: calls.map(({ toolCallId, name }, i) => {
				const { output, isError } = outcomes[i] as ToolOutcome;
				return {
					type: "tool-result" as const,
					toolCallId,
					toolName: promptName(name),
					output: promptOutput(output, isError),
				};
			}),
		},
	];
}

/** The final answer as an event. */
export function answerEvent(
	turn: Turn,
	answer: { text: string; reasoning: ModelStep["reasoning"] },
	partial: boolean,
) {
	const { runId, metadata } = turn;
	return {
		kind: "message" as const,
		source: "agent" as const,
		runId,
		data: {
			role: "assistant",
			content: answer.text,
			...reasoningData(answer),
			...(partial && { partial: true }),
		},
		metadata,
	};
}
