import type { AgentId } from "../event/index.ts";
import type { Embedder } from "../model/index.ts";
import type { Platform } from "../session/index.ts";
import type { Extractor } from "./extract/index.ts";
import type { Views } from "./recall/views.ts";

/** An agent's settings for its long-term memory. */
export interface AgentRules {
	/** The space that contains the agent's facts. */
	space: string;
	/** The agents that share the space, including this one. */
	agents: readonly AgentId[];
	/** The owner of extracted facts. false: no facts are extracted. */
	facts: "user" | "agent" | "session" | false;
	/** Facts from tools, the web and pasted text: `quarantine` stores them for review, `drop` discards them. */
	untrusted: "quarantine" | "drop";
	/** Whether secrets are removed from facts before they are stored. */
	redact: boolean;
	/** Minutes without a message after which an open session is consolidated. false: not automatically. */
	consolidateAfter: number | false;
}

/** What the memory of one `holdfast()` instance needs. */
export interface MemoryContext {
	readonly platform: Platform;
	/** Undefined: search uses words only. */
	embedder(): Promise<Embedder | undefined>;
	rules(agentId: AgentId): Promise<AgentRules>;
	/** The extractor for an agent's conversations. */
	extractor(agentId: AgentId): Promise<Extractor>;
	readonly views: Views;
	/** Registers work that continues after its operation has returned. Closing waits for it. */
	background(work: Promise<unknown>): void;
}

/**
 * The name of the embedder that created the vectors of a write. If the embedder is rejected or unavailable, the
 * name is empty: it matches no stored name, so the store drops the vectors, and they are created again later.
 */
export async function embedderName(context: Pick<MemoryContext, "embedder">): Promise<string | undefined> {
	const embedder = await context.embedder().catch(() => ({ name: "" }));
	return embedder?.name;
}
