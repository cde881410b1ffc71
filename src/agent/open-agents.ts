import { AgentFolder, type AgentFolderOptions } from "./agent-folder.ts";
import { type AgentRegistry, agentRegistry, listedAgents } from "./agent-registry.ts";
import type { AgentDefinition } from "./definition.ts";

/** The agents of a folder of manifests or of a list of definitions. Whatever is wrong with them is said here. */
export async function openAgents(
	given: string | readonly AgentDefinition[] | undefined,
	options: AgentFolderOptions = {},
): Promise<AgentRegistry> {
	if (typeof given !== "string") return agentRegistry(listedAgents(given ?? []));
	const folder = new AgentFolder(given, options);
	await folder.load();
	return agentRegistry(folder);
}
