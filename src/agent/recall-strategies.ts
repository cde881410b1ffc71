import { HoldfastError } from "../error/index.ts";
import type { Capabilities } from "../store/ports/index.ts";
import type { AgentMemory } from "./agent.ts";

/** A way to choose the earlier messages that enter a prompt, and whether it can be had here. */
export interface RecallStrategy {
	name: AgentMemory["recall"];
	available: boolean;
	/** Why not, or what is special about it. */
	note?: string;
}

/** Stores that others wrote may say something else. */
const SEARCHED: readonly string[] = ["index", "scan"] satisfies Capabilities["search"]["keyword"][];

/** The newest can be had from every store; what fits, from those in which words can be found. */
export function recallStrategies({ search }: Capabilities, hasEmbedder: boolean): RecallStrategy[] {
	const available = SEARCHED.includes(search?.keyword);
	const why = available
		? hasEmbedder
			? undefined
			: "by words alone: there is no embedder"
		: (search?.reason ?? "the store cannot search");
	const note = why === undefined ? {} : { note: why };
	return [
		{ name: "all", available: true },
		{ name: "relevant", available, ...note },
		{ name: "both", available, ...note },
	];
}

/** Refuses settings that no run could follow on this store (ME4): said when they are made, not when somebody waits. */
export function checkRecall(memory: AgentMemory, capabilities: Capabilities): void {
	if (!memory.active) return;
	const asked = recallStrategies(capabilities, true).find(({ name }) => name === memory.recall);
	if (asked?.available !== false) return;
	const message = `memory: recall: "${memory.recall}" cannot be had here: ${asked.note}; use "all"`;
	throw new HoldfastError("capability_missing", message, { recall: memory.recall });
}
