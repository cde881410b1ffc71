import type { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Prompt } from "./types.ts";

/*
 * Most providers cache the beginning of a prompt automatically. Anthropic's models do so only on request,
 * whichever provider serves them. A mark on a message means that the prompt up to this message may be sent
 * again.
 */

const EPHEMERAL = { cacheControl: { type: "ephemeral" } };

/** A mark. The names are those of the AI SDK's providers. Each reads its own and ignores the others. */
const MARK: SharedV4ProviderOptions = {
	anthropic: EPHEMERAL,
	openrouter: EPHEMERAL,
	bedrock: { cachePoint: { type: "default" } },
};

const wantsMarks = ({ provider, modelId }: Pick<LanguageModelV4, "provider" | "modelId">): boolean =>
	/anthropic|claude/i.test(`${provider} ${modelId}`);

/**
 * Marks, for models that need it, the end of the system text, the end of the earlier conversation and, if
 * tools may be called, the end of the prompt: the next step sends all of it again. `newest` is the index of
 * the run's own message.
 */
export function markForCache(
	prompt: Prompt,
	model: Pick<LanguageModelV4, "provider" | "modelId">,
	{ newest, hasTools }: { newest: number; hasTools: boolean },
): Prompt {
	if (!wantsMarks(model)) return prompt;
	const system = prompt.findLastIndex(({ role }) => role === "system");
	const marked = new Set([system, newest - 1, ...(hasTools ? [prompt.length - 1] : [])]);
	return prompt.map((message, i) =>
		marked.has(i) ? { ...message, providerOptions: { ...message.providerOptions, ...MARK } } : message,
	);
}
