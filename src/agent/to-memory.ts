import type { AgentMemory } from "./agent.ts";
import type { MemorySettings } from "./definition.ts";
import { MEMORY_TOOLS, type MemoryToolName } from "./memory-tool-names.ts";

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
	excerptBudget: 1_500,
	untrusted: "quarantine",
	redact: true,
	consolidateAfter: 30,
	extractor: undefined,
	extractInstructions: undefined,
	tools: [],
	summarize: false,
	embedder: true,
};

/** Checked settings, with missing ones taken from `base`: the defaults, or the agent's settings for a run. */
export function toMemory(
	given: MemorySettings | false | undefined,
	base: AgentMemory = DEFAULT_MEMORY,
): AgentMemory {
	if (given === false) return { ...base, active: false, facts: false, tools: [] };
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
		excerptBudget: given.excerptBudget ?? base.excerptBudget,
		untrusted: given.untrusted ?? base.untrusted,
		redact: given.redact ?? base.redact,
		consolidateAfter: given.consolidateAfter ?? base.consolidateAfter,
		extractor: given.extractor ?? base.extractor,
		extractInstructions: given.extractInstructions ?? base.extractInstructions,
		tools: given.tools === undefined ? base.tools : toolsOf(given.tools),
		summarize: given.summarize ?? base.summarize,
		embedder: given.embedder ?? base.embedder,
	};
}

function toolsOf(given: NonNullable<MemorySettings["tools"]>): readonly MemoryToolName[] {
	if (typeof given === "boolean") return given ? MEMORY_TOOLS : [];
	return MEMORY_TOOLS.filter((name) => given.includes(name));
}
