import type { AgentRegistry } from "./agent/index.ts";
import { nearestWord } from "./agent/nearest-word.ts";
import { HoldfastError } from "./error/index.ts";
import type { AgentId } from "./event/index.ts";
import type { Platform } from "./session/index.ts";
import { spaceAgent } from "./store/ports/index.ts";

/**
 * Refuses an agent that is neither defined nor has any memory: a slip of the pen would begin a new memory. Where no agents
 * are defined any id is good.
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
			? `there are ${defined.slice(0, MOST_NAMED).join(", ")}${defined.length > MOST_NAMED ? ", …" : ""}.`
			: `did you mean "${meant}"?`;
	throw new HoldfastError(
		"not_found",
		`there is no agent "${id}", and nothing is stored for one of that id; ${help} To begin a memory for a new agent, use \`create\``,
		{ agentId: id, ...(meant !== undefined && { closest: meant }) },
	);
}

const MOST_NAMED = 10;

/** Sessions or facts: those of an agent that is not defined any more can be read and erased. */
async function hasMemory({ store, tenant }: Platform, id: AgentId): Promise<boolean> {
	const sessions = await store.sessions.list({ tenant, agentId: id, order: "created", limit: 1 });
	if (sessions.length > 0) return true;
	return (await store.facts.spaces(tenant)).some(({ space }) => spaceAgent(space) === id);
}
