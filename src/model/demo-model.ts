import type { LanguageModelV4 } from "@ai-sdk/provider";

/** Placeholder until the demo model is done. */
export function demoModel(): LanguageModelV4 {
	throw new Error("not implemented");
}
