import { AgentFolder, type AgentFolderOptions } from "./agent-folder.ts";
import { type AgentRegistry, agentRegistry, listedAgents } from "./agent-registry.ts";
import type { AgentDefinition, MemorySettings } from "./definition.ts";
import { parseMemorySettings } from "./memory-override.ts";
import { toMemory } from "./to-memory.ts";

/** The agents of a folder of manifests or of a list of definitions. Rejects with all problems. */
export async function openAgents(
	given: string | readonly AgentDefinition[] | undefined,
	{ memory, ...options }: AgentFolderOptions & { memory?: MemorySettings | false | undefined } = {},
): Promise<AgentRegistry> {
	const usual = toMemory(memory === undefined ? undefined : parseMemorySettings(memory));
	if (typeof given !== "string") return agentRegistry(listedAgents(given ?? []), usual);
	const folder = new AgentFolder(given, options);
	await folder.load();
	return agentRegistry(folder, usual);
}
