export { markForCache } from "./cache-markers.ts";
export { type CallModelOptions, callModel } from "./call-model.ts";
export { checkModel, type ModelFlaw } from "./check-model.ts";
export { demoModel } from "./demo-model.ts";
export {
	createEmbedderResolver,
	type Embedder,
	type EmbedderChoice,
	type EmbeddingModel,
	loadBuiltinEmbedder,
	type Neighbour,
	type ResolveEmbedder,
	resolveEmbedder,
	type StaticEmbedder,
} from "./embedder/index.ts";
export { estimateMessage, estimatePart, estimateTokens, FILE_TOKENS } from "./estimate-tokens.ts";
export { KNOWN_PROVIDERS, type KnownProvider } from "./known-providers.ts";
export type { FailureReason } from "./model-failure.ts";
export { createModelResolver, type ResolveModel, resolveModel } from "./resolve-model.ts";
export type { LanguageModel, ModelCall, ModelStep, ModelToolCall, Prompt, Usage } from "./types.ts";
export {
	dot,
	type QuantizedVector,
	quantize,
	type Scored,
	topK,
	type VectorMatrix,
	vectorMatrix,
} from "./vector/index.ts";
