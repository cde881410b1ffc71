import type {
	LanguageModelV4FinishReason,
	LanguageModelV4GenerateResult,
	LanguageModelV4StreamPart,
	LanguageModelV4ToolCall,
	LanguageModelV4Usage,
	SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import type { Json } from "../event/index.ts";
import { InterruptedError } from "./model-failure.ts";
import type { ModelStep, ModelToolCall, Usage } from "./types.ts";

/** Builds a step from the parts of a model's answer. */
export interface StepCollector {
	add(part: LanguageModelV4StreamPart): void;
	/** True once there is text or a tool call: from here on, the call must not be repeated. */
	readonly begun: boolean;
	/** The step, once the model has finished. */
	readonly step: ModelStep | undefined;
}

type Reasoning = ModelStep["reasoning"][number];

export function collectStep(onText: ((delta: string) => void) | undefined): StepCollector {
	const pieces: string[] = [];
	const toolCalls: ModelToolCall[] = [];
	const reasoning: Reasoning[] = [];
	const openReasoning = new Map<string, Reasoning>();
	let textParts = 0;
	let textMetadata: SharedV4ProviderMetadata | undefined;
	let responseModel: string | undefined;
	let begun = false;
	let step: ModelStep | undefined;

	const reasoningOf = (id: string): Reasoning => {
		const open = openReasoning.get(id);
		if (open) return open;
		const made: Reasoning = { text: "" };
		reasoning.push(made);
		openReasoning.set(id, made);
		return made;
	};
	const finish = (reason: LanguageModelV4FinishReason, usage: LanguageModelV4Usage): void => {
		const unified = checkFinish(reason);
		step = {
			text: pieces.join(""),
			...(textParts === 1 && textMetadata && { textMetadata }),
			reasoning: reasoning.filter((part) => part.text !== "" || part.providerMetadata),
			toolCalls,
			finishReason: unified,
			usage: readUsage(usage),
			...(responseModel !== undefined && { responseModel }),
		};
	};

	return {
		get begun() {
			return begun;
		},
		get step() {
			return step;
		},
		add(part) {
			switch (part.type) {
				case "text-start":
					textParts++;
					textMetadata = part.providerMetadata;
					return;
				case "text-delta":
					if (part.delta === "") return;
					begun = true;
					pieces.push(part.delta);
					onText?.(part.delta);
					return;
				case "text-end":
					textMetadata = part.providerMetadata ?? textMetadata;
					return;
				case "reasoning-start":
				case "reasoning-delta":
				case "reasoning-end": {
					if (part.type === "reasoning-start") openReasoning.delete(part.id);
					const into = reasoningOf(part.id);
					if (part.type === "reasoning-delta") into.text += part.delta;
					if (part.providerMetadata) into.providerMetadata = part.providerMetadata;
					if (part.type === "reasoning-end") openReasoning.delete(part.id);
					return;
				}
				case "tool-input-start":
					begun = true;
					return;
				case "tool-call":
					begun = true;
					if (!part.providerExecuted) toolCalls.push(readToolCall(part, toolCalls));
					return;
				case "response-metadata":
					responseModel = part.modelId ?? responseModel;
					return;
				case "error":
					throw part.error;
				case "finish":
					finish(part.finishReason, part.usage);
					return;
				default:
					return;
			}
		},
	};
}

/** A whole answer as the parts of a stream. */
export function* partsOf(result: LanguageModelV4GenerateResult): Generator<LanguageModelV4StreamPart> {
	if (result.response) yield { type: "response-metadata", ...result.response };
	let index = 0;
	// The text is passed on as one delta, so its parts are joined first.
	let text = "";
	for (const part of result.content) {
		const id = String(index++);
		const metadata = "providerMetadata" in part &&
			part.providerMetadata && { providerMetadata: part.providerMetadata };
		if (part.type === "text") {
			text += part.text;
			yield { type: "text-start", id, ...metadata };
		} else if (part.type === "reasoning") {
			yield { type: "reasoning-start", id };
			yield { type: "reasoning-delta", id, delta: part.text, ...metadata };
		} else {
			yield part;
		}
	}
	yield { type: "text-delta", id: "text", delta: text };
	yield { type: "finish", finishReason: result.finishReason, usage: result.usage };
}

/** The finish reason in one word. Throws if it is a failure. */
export function checkFinish(reason: LanguageModelV4FinishReason): string {
	if (reason.unified === "interrupted") throw new InterruptedError("the provider ended the answer too early");
	if (reason.unified === "error") {
		throw new Error(`it stopped because of an error${reason.raw === undefined ? "" : ` (${reason.raw})`}`);
	}
	return reason.unified;
}

function readToolCall(part: LanguageModelV4ToolCall, before: readonly ModelToolCall[]): ModelToolCall {
	// Some servers send no ids, or the same id twice. Then a result could not be matched to its call.
	const usable = part.toolCallId && !before.some(({ id }) => id === part.toolCallId);
	const id = usable ? part.toolCallId : `call_${crypto.randomUUID().replaceAll("-", "")}`;
	return {
		id,
		name: part.toolName,
		...readInput(part.input),
		...(part.providerMetadata && { providerMetadata: part.providerMetadata }),
	};
}

function readInput(input: unknown): Pick<ModelToolCall, "input" | "malformed"> {
	// The interface requires text, but hand-written models return the value itself.
	if (typeof input !== "string") return { input: (input ?? {}) as Json };
	if (input.trim() === "") return { input: {} };
	try {
		return { input: JSON.parse(input) as Json };
	} catch {
		return { input, malformed: true };
	}
}

const count = (value: number | undefined): number =>
	value !== undefined && Number.isFinite(value) && value > 0 ? value : 0;

function readUsage(usage: LanguageModelV4Usage | undefined): Usage {
	const inputTokens = count(usage?.inputTokens?.total);
	const outputTokens = count(usage?.outputTokens?.total);
	const cached = usage?.inputTokens?.cacheRead;
	const reasoning = usage?.outputTokens?.reasoning;
	return {
		inputTokens,
		outputTokens,
		totalTokens: inputTokens + outputTokens,
		...(cached !== undefined && cached !== null && { cachedInputTokens: count(cached) }),
		...(reasoning !== undefined && reasoning !== null && { reasoningTokens: count(reasoning) }),
	};
}
