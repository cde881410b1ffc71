import type { AgentId } from "../event/index.ts";
import { agentSpace } from "../store/ports/index.ts";

/*
 * Every fact is in a space. Each agent has a space of its own. Agents with the same `memory.space` setting share a
 * named space. The prefix distinguishes a space from an agent with the same name.
 */
const NAMED = "space:";

export const ownSpace = (agentId: AgentId): string => agentSpace(agentId);
export const namedSpace = (name: string): string => NAMED + name;

/** The name of a shared space, as in the settings. Undefined for an agent's own space. */
export const spaceName = (space: string): string | undefined =>
	space.startsWith(NAMED) ? space.slice(NAMED.length) : undefined;
