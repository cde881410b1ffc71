export type { LanguageModel, ModelCall, ModelStep, ModelToolCall, Prompt, Usage } from "./types.ts";
