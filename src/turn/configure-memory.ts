import {
	type Agent,
	type AgentMemory,
	checkRecall,
	type MemoryOverride,
	type MemorySettings,
	memoryNow,
	parseMemorySettings,
	removeMemoryOverride,
	writeMemoryOverride,
} from "../agent/index.ts";
import type { Platform } from "../session/index.ts";
import { refuseClash } from "./memory-tools/refuse-clash.ts";

/** Overrides the memory settings of the agent's definition. null removes the override. */
export async function configureMemory(
	platform: Platform,
	agent: Agent,
	given: MemorySettings | false | null,
): Promise<void> {
	if (given === null) return removeMemoryOverride(platform, agent.id);
	const memory = parseMemorySettings(given);
	const now = memoryNow(agent.memory, { memory, changedAt: 0 });
	checkRecall(now, platform.store.capabilities);
	refuseClash(agent, agent.tools, now);
	await writeMemoryOverride(platform, agent.id, memory);
}

const toSettings = ({ active, space, ...memory }: AgentMemory): MemorySettings | false =>
	active && { ...memory, ...(space !== undefined && { space }) };

/** The memory settings of an agent, as `AgentInfo` has them. */
export function tellMemory(
	{ memory: defined }: Agent,
	override: MemoryOverride | undefined,
): { memory: MemorySettings | false; definedMemory?: MemorySettings | false; memoryChangedAt?: string } {
	if (!override) return { memory: toSettings(defined) };
	return {
		memory: toSettings(memoryNow(defined, override)),
		definedMemory: toSettings(defined),
		memoryChangedAt: new Date(override.changedAt).toISOString(),
	};
}
