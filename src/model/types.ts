import type {
	JSONSchema7,
	LanguageModelV2,
	LanguageModelV3,
	LanguageModelV4,
	LanguageModelV4FunctionTool,
	LanguageModelV4Prompt,
	SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import type { Json } from "../event/index.ts";

/** Any model object of the AI SDK. */
export type LanguageModel = LanguageModelV2 | LanguageModelV3 | LanguageModelV4;

/** The prompt of a model call, as in the AI SDK. */
export type Prompt = LanguageModelV4Prompt;

/** The token usage of one or more model calls. */
export interface Usage {
	/** Tokens of the prompts. */
	inputTokens: number;
	/** Tokens of the answers, including reasoning. */
	outputTokens: number;
	/** Input and output together. */
	totalTokens: number;
	/** The input tokens that came from the provider's cache. */
	cachedInputTokens?: number;
	/** The output tokens that were used for reasoning. */
	reasoningTokens?: number;
}

/** A tool call of a model. */
export interface ModelToolCall {
	id: string;
	name: string;
	input: Json;
	/** Set if the model's input was not JSON; `input` is then the text that it wrote. */
	malformed?: true;
	providerMetadata?: SharedV4ProviderMetadata;
}

/** The result of one model call. */
export interface ModelStep {
	text: string;
	/**
	 * The provider's metadata of the text, if the text came as one part. Some providers need it back together
	 * with their reasoning.
	 */
	textMetadata?: SharedV4ProviderMetadata;
	reasoning: { text: string; providerMetadata?: SharedV4ProviderMetadata }[];
	toolCalls: ModelToolCall[];
	finishReason: string;
	usage: Usage;
	/** The provider's name of the model that answered, if it reports one. */
	responseModel?: string;
}

/** One call of a model. */
export interface ModelCall {
	model: LanguageModelV4;
	prompt: Prompt;
	tools: readonly LanguageModelV4FunctionTool[];
	/** `none`: the tools stay listed, but cannot be called. */
	toolChoice: "auto" | "none";
	/** Set to get JSON with this schema. A model may violate it: callers check the result. */
	json?: JSONSchema7 | undefined;
	settings: {
		temperature?: number | undefined;
		maxOutputTokens?: number | undefined;
		topP?: number | undefined;
		seed?: number | undefined;
		maxRetries?: number | undefined;
		providerOptions?: Record<string, Record<string, unknown>> | undefined;
	};
	signal: AbortSignal;
	/** Set to get the text as it arrives: the model is then called as a stream. */
	onText?: ((delta: string) => void) | undefined;
}
