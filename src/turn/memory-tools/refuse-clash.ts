import { type Agent, type AgentMemory, isMemoryTool, memoryToolsOf, type Tool } from "../../agent/index.ts";
import { HoldfastError } from "../../error/index.ts";

/** Whether settings of the memory could bring a tool that the agent has already: only then they have to be looked up. */
export const mayClash = ({ agents }: Agent, tools: readonly Tool[]): boolean =>
	tools.some(({ name }) => isMemoryTool(name)) || agents.some(({ toolName }) => isMemoryTool(toolName));

/** The model tells tools apart by name alone. Settings and toolsets change while agents are in use, so each run looks. */
export function refuseClash(
	{ id, agents }: Agent,
	tools: readonly Pick<Tool, "name">[],
	memory: AgentMemory,
): void {
	const taken = new Set([...tools.map(({ name }) => name), ...agents.map(({ toolName }) => toolName)]);
	const name = memoryToolsOf(memory).find((one) => taken.has(one));
	if (name === undefined) return;
	throw new HoldfastError(
		"invalid",
		`agent ${id} has a tool named "${name}" of its own, and memory.tools gives it another one; rename its own, or leave "${name}" out of memory.tools`,
		{ agentId: id, tool: name },
	);
}
