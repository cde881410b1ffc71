import type { AgentRegistry } from "./agent/index.ts";
import { nearestWord } from "./agent/nearest-word.ts";
import { HoldfastError } from "./error/index.ts";
import type { AgentId } from "./event/index.ts";
import type { Platform } from "./session/index.ts";
import { spaceAgent } from "./store/ports/index.ts";

/**
 * Rejects an agent id that is neither defined nor has any memory: a typo would start a new memory. If no agents are
 * defined, any id is accepted.
 */
export async function checkKnownAgent(
	platform: Platform,
	registry: AgentRegistry | undefined,
	id: AgentId,
): Promise<void> {
	const defined = ((await registry?.list()) ?? []).map((agent) => agent.id);
	if (defined.length === 0 || defined.includes(id) || (await hasMemory(platform, id))) return;
	const meant = nearestWord(id, defined);
	const help =
		meant === undefined
			? `defined agents: ${defined.slice(0, MOST_NAMED).join(", ")}${defined.length > MOST_NAMED ? ", …" : ""}.`
			: `did you mean "${meant}"?`;
	throw new HoldfastError(
		"not_found",
		`there is no agent "${id}", and no data of one; ${help} To start a memory for a new agent, use \`create\``,
		{ agentId: id, ...(meant !== undefined && { closest: meant }) },
	);
}

const MOST_NAMED = 10;

/** Checks sessions and facts: the memory of an agent that is no longer defined can be read and deleted. */
async function hasMemory({ store, tenant }: Platform, id: AgentId): Promise<boolean> {
	const sessions = await store.sessions.list({ tenant, agentId: id, order: "created", limit: 1 });
	if (sessions.length > 0) return true;
	return (await store.facts.spaces(tenant)).some(({ space }) => spaceAgent(space) === id);
}
