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

export type Prompt = LanguageModelV4Prompt;

export interface Usage {
	inputTokens: number;
	outputTokens: number;
	totalTokens: number;
	/** Of the input tokens, those that the provider had in its cache. */
	cachedInputTokens?: number;
	reasoningTokens?: number;
}

export interface ModelToolCall {
	id: string;
	name: string;
	input: Json;
	/** Set when the model's input was no JSON; `input` is then the text it gave. */
	malformed?: true;
	providerMetadata?: SharedV4ProviderMetadata;
}

/** What one call of a model gave. */
export interface ModelStep {
	text: string;
	/** What the provider says of its text, when the text came as one part. Some want it back beside their reasoning. */
	textMetadata?: SharedV4ProviderMetadata;
	reasoning: { text: string; providerMetadata?: SharedV4ProviderMetadata }[];
	toolCalls: ModelToolCall[];
	finishReason: string;
	usage: Usage;
	/** The provider's name of the model that answered, where it says so. */
	responseModel?: string;
}

export interface ModelCall {
	model: LanguageModelV4;
	prompt: Prompt;
	tools: readonly LanguageModelV4FunctionTool[];
	/** `none`: the tools stay listed, and none may be called. */
	toolChoice: "auto" | "none";
	/** Set to get JSON of this schema. A model may break it: callers check what they get. */
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
	/** Set to get the text as it comes: the model is then asked for a stream. */
	onText?: ((delta: string) => void) | undefined;
}
