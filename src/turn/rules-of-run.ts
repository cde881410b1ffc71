import type { AgentMemory } from "../agent/index.ts";
import type { AgentId } from "../event/index.ts";
import { type AgentRules, type MemoryContext, namedSpace, ownSpace } from "../memory/index.ts";

/** The rules of an agent's memory as they are for one run, whatever the settings have become meanwhile. */
export async function rulesOfRun(
	context: Pick<MemoryContext, "rules">,
	agentId: AgentId,
	memory: AgentMemory,
): Promise<AgentRules> {
	const { facts, untrusted, redact, consolidateAfter } = memory;
	const rest = { facts, untrusted, redact, consolidateAfter };
	if (memory.space === undefined) return { space: ownSpace(agentId), agents: [agentId], ...rest };
	const space = namedSpace(memory.space);
	const now = await context.rules(agentId);
	// Agents that share another space, which the settings name by now, are strangers to this run.
	return { space, agents: now.space === space ? now.agents : [agentId], ...rest };
}
