import type { AgentMemory } from "./agent.ts";
import type { MemorySettings } from "./definition.ts";

export const DEFAULT_MEMORY: AgentMemory = {
	active: true,
	save: "full",
	recall: "all",
	limit: 100,
	messageLimit: 1_000,
	facts: "user",
	space: undefined,
	tokenBudget: 32_000,
	factBudget: 1_000,
	untrusted: "quarantine",
	redact: true,
	summarize: false,
	embedder: true,
};

/** Checked settings, with what they leave open taken from `base`: the defaults, or for a run its agent's settings. */
export function toMemory(
	given: MemorySettings | false | undefined,
	base: AgentMemory = DEFAULT_MEMORY,
): AgentMemory {
	if (given === false) return { ...base, active: false, facts: false };
	if (given === undefined) return base;
	return {
		active: base.active,
		save: given.save ?? base.save,
		recall: given.recall ?? base.recall,
		limit: given.limit ?? base.limit,
		messageLimit: given.messageLimit ?? base.messageLimit,
		facts: given.facts ?? base.facts,
		space: given.space ?? base.space,
		tokenBudget: given.tokenBudget ?? base.tokenBudget,
		factBudget: given.factBudget ?? base.factBudget,
		untrusted: given.untrusted ?? base.untrusted,
		redact: given.redact ?? base.redact,
		summarize: given.summarize ?? base.summarize,
		embedder: given.embedder ?? base.embedder,
	};
}
