import { type Agent, type AgentMemory, isMemoryTool, memoryToolsOf, type Tool } from "../../agent/index.ts";
import { HoldfastError } from "../../error/index.ts";

/** Whether memory settings could add a tool that the agent already has. Only then do they have to be read. */
export const mayClash = ({ agents }: Agent, tools: readonly Tool[]): boolean =>
	tools.some(({ name }) => isMemoryTool(name)) || agents.some(({ toolName }) => isMemoryTool(toolName));

/**
 * Throws if a memory tool has the name of another tool. Settings and toolsets can change between runs, so
 * each run checks.
 */
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
		`agent ${id} has its own tool named "${name}", and memory.tools adds another one; rename the tool, or remove "${name}" from memory.tools`,
		{ agentId: id, tool: name },
	);
}
