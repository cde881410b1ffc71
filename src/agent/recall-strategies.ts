import { HoldfastError } from "../error/index.ts";
import type { Capabilities } from "../store/ports/index.ts";
import type { AgentMemory } from "./agent.ts";

/** A way to choose the earlier messages for a prompt, and whether this store supports it. */
export interface RecallStrategy {
	name: AgentMemory["recall"];
	available: boolean;
	/** Why it is not available, or what is limited. */
	note?: string;
}

/** Third-party stores may report other values. */
const SEARCHED: readonly string[] = ["index", "scan"] satisfies Capabilities["search"]["keyword"][];

/** `all` works with every store; the others need a store that can search by words. */
export function recallStrategies({ search }: Capabilities, hasEmbedder: boolean): RecallStrategy[] {
	const available = SEARCHED.includes(search?.keyword);
	const why = available
		? hasEmbedder
			? undefined
			: "by words only: no embedder is configured"
		: (search?.reason ?? "the store cannot search");
	const note = why === undefined ? {} : { note: why };
	return [
		{ name: "all", available: true },
		{ name: "relevant", available, ...note },
		{ name: "both", available, ...note },
	];
}

/**
 * Rejects settings that no run could use on this store (ME4), at configuration time instead of at the first
 * run.
 */
export function checkRecall(memory: AgentMemory, capabilities: Capabilities): void {
	if (!memory.active) return;
	const asked = recallStrategies(capabilities, true).find(({ name }) => name === memory.recall);
	if (asked?.available !== false) return;
	const message = `memory: recall: "${memory.recall}" is not available: ${asked.note}; use "all"`;
	throw new HoldfastError("capability_missing", message, { recall: memory.recall });
}
