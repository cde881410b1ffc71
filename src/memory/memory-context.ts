import type { AgentId } from "../event/index.ts";
import type { Embedder } from "../model/index.ts";
import type { Platform } from "../session/index.ts";
import type { Extractor } from "./extract/index.ts";
import type { Views } from "./recall/views.ts";

/** What an agent's settings say about its long-term memory. */
export interface AgentRules {
	/** The space that holds its facts. */
	space: string;
	/** The agents that share the space, itself among them. */
	agents: readonly AgentId[];
	/** Whose facts are kept; false: none are made. */
	facts: "user" | "agent" | "session" | false;
	/** Whether facts from tools and the web are kept for review, or not at all. */
	untrusted: "quarantine" | "drop";
	/** Whether secrets are taken out before anything is stored. */
	redact: boolean;
	/** After how many minutes without a message an open session is consolidated; false: never by itself. */
	consolidateAfter: number | false;
}

/** What the memory of one `holdfast()` stands on. */
export interface MemoryContext {
	readonly platform: Platform;
	/** Undefined: search is by words alone. */
	embedder(): Promise<Embedder | undefined>;
	rules(agentId: AgentId): Promise<AgentRules>;
	/** What makes facts of an agent's conversations. */
	extractor(agentId: AgentId): Promise<Extractor>;
	readonly views: Views;
	/** Work that goes on after its operation was answered; closing waits for it. */
	background(work: Promise<unknown>): void;
}

/**
 * The name that goes with the vectors a write carries. One that is refused, or cannot be had, has none that fits: such
 * vectors are left out, and made again.
 */
export async function embedderName(context: Pick<MemoryContext, "embedder">): Promise<string | undefined> {
	const embedder = await context.embedder().catch(() => ({ name: "" }));
	return embedder?.name;
}
