import type { AgentId } from "../event/index.ts";
import { agentSpace } from "../store/ports/index.ts";

/*
 * Facts live in spaces. Each agent has one of its own; a named one is shared by all agents whose settings name it. The
 * prefixes keep an agent and a space of the same name apart.
 */
const NAMED = "space:";

export const ownSpace = (agentId: AgentId): string => agentSpace(agentId);
export const namedSpace = (name: string): string => NAMED + name;

/** The name by which settings call a shared space; undefined for an agent's own. */
export const spaceName = (space: string): string | undefined =>
	space.startsWith(NAMED) ? space.slice(NAMED.length) : undefined;
