import type { AgentMemory } from "../agent/index.ts";
import type { AgentId } from "../event/index.ts";
import { type AgentRules, type MemoryContext, namedSpace, ownSpace } from "../memory/index.ts";

/** The memory settings of an agent for one run, even if they were changed in the meantime. */
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
	// If the settings name another space by now, the agents that share it do not share this run's memory.
	return { space, agents: now.space === space ? now.agents : [agentId], ...rest };
}
