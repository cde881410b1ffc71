import { HoldfastError } from "../error/index.ts";
import type { Holdfast } from "../interface.ts";
import type { Fact, Memory } from "../memory/index.ts";

export interface FoundFact {
	readonly fact: Fact;
	/** The memory that contains it. */
	readonly memory: Memory;
}

/** How many memories are queried at the same time. */
const STEP = 8;

/**
 * Finds a fact by its id, which is unique. Without an agent it looks through all agents that have memory or are
 * defined: one of them reads the space that contains the fact.
 */
export async function findFact(hf: Holdfast, id: string, agent: string | undefined): Promise<FoundFact> {
	const look = async (agentId: string): Promise<FoundFact | undefined> => {
		const memory = hf.memory(agentId, { everybody: true });
		try {
			return { fact: await memory.get(id), memory };
		} catch (error) {
			if (!HoldfastError.isInstance(error) || error.code !== "not_found") throw error;
			// The agent does not exist.
			if (agent !== undefined && error.factId === undefined) throw error;
			return undefined;
		}
	};
	const agents = agent === undefined ? await everyAgent(hf) : [agent];
	for (let at = 0; at < agents.length; at += STEP) {
		const found = await Promise.all(agents.slice(at, at + STEP).map(look));
		const first = found.find((one) => one !== undefined);
		if (first) return first;
	}
	const where = agent === undefined ? "" : ` in the memory of agent ${agent}`;
	throw new HoldfastError(
		"not_found",
		`there is no fact "${id}"${where}; \`holdfast facts ls --agent <id>\` lists the facts`,
		{ factId: id },
	);
}

async function everyAgent(hf: Holdfast): Promise<string[]> {
	const [known, defined] = await Promise.all([hf.overview(), hf.agents.list()]);
	return [...new Set([...known.map(({ agentId }) => agentId), ...defined.items.map(({ id }) => id)])];
}
