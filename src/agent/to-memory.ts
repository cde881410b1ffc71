import { HoldfastError } from "../error/index.ts";
import type { AgentMemory } from "./agent.ts";
import type { MemorySettings } from "./definition.ts";

export const DEFAULT_MEMORY: AgentMemory = {
	active: true,
	save: "full",
	recall: "all",
	limit: 100,
	messageLimit: 1_000,
	facts: false,
	space: undefined,
	tokenBudget: 32_000,
	summarize: false,
};

/** Why a strategy cannot be used yet; undefined when it can. */
export function recallRefusal(recall: MemorySettings["recall"]): string | undefined {
	// Of `both`, the newest messages can be had without search; the run's report says that this is what it got.
	if (recall !== "relevant") return undefined;
	return `recall '${recall}' needs search, which this version does not have yet; use 'all'`;
}

/** Checked settings, with what they leave open taken from `base`: the defaults, or for a run its agent's settings. */
export function toMemory(
	given: MemorySettings | false | undefined,
	what: string,
	base: AgentMemory = DEFAULT_MEMORY,
): AgentMemory {
	if (given === false) return { ...base, active: false };
	if (given === undefined) return base;
	const refused = recallRefusal(given.recall);
	if (refused !== undefined) {
		throw new HoldfastError("capability_missing", `${what}: ${refused}`, { capability: "search" });
	}
	return {
		active: base.active,
		save: given.save ?? base.save,
		recall: "all",
		limit: given.limit ?? base.limit,
		messageLimit: given.messageLimit ?? base.messageLimit,
		facts: given.facts ?? base.facts,
		space: given.space ?? base.space,
		tokenBudget: given.tokenBudget ?? base.tokenBudget,
		summarize: given.summarize ?? base.summarize,
	};
}
