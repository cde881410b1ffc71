import type { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Prompt } from "./types.ts";

/*
 * Most providers cache the beginning of a prompt by themselves. Anthropic's models do it only where the request says so,
 * whoever serves them. A mark on a message means: the prompt up to here may come again.
 */

const EPHEMERAL = { cacheControl: { type: "ephemeral" } };

/** What a mark looks like: the names are those of the AI SDK's providers. Each reads its own and passes over the others. */
const MARK: SharedV4ProviderOptions = {
	anthropic: EPHEMERAL,
	openrouter: EPHEMERAL,
	bedrock: { cachePoint: { type: "default" } },
};

const wantsMarks = ({ provider, modelId }: Pick<LanguageModelV4, "provider" | "modelId">): boolean =>
	/anthropic|claude/i.test(`${provider} ${modelId}`);

/**
 * Marks, for models that want it, the end of the system text, the end of the earlier conversation, and the end of the
 * prompt where tools may be called: the next step sends all of it again. `newest` is the place of the run's own message.
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
