import { HoldfastError } from "../error/index.ts";
import type { Holdfast } from "../interface.ts";
import type { Fact, Memory } from "../memory/index.ts";

export interface FoundFact {
	readonly fact: Fact;
	/** The memory that it is in, for whatever is to be done with it. */
	readonly memory: Memory;
}

/** How many memories are asked side by side. */
const STEP = 8;

/**
 * A fact by its id, which no other fact has. Who names the agent saves looking through those that have memory, and
 * those that are defined: one of them reads the space that it is in.
 */
export async function findFact(hf: Holdfast, id: string, agent: string | undefined): Promise<FoundFact> {
	const look = async (agentId: string): Promise<FoundFact | undefined> => {
		const memory = hf.memory(agentId, { everybody: true });
		try {
			return { fact: await memory.get(id), memory };
		} catch (error) {
			if (!HoldfastError.isInstance(error) || error.code !== "not_found") throw error;
			// It is the agent that is not there.
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
		`there is no fact "${id}"${where}; \`holdfast facts ls --agent <id>\` lists those there are`,
		{ factId: id },
	);
}

async function everyAgent(hf: Holdfast): Promise<string[]> {
	const [known, defined] = await Promise.all([hf.overview(), hf.agents.list()]);
	return [...new Set([...known.map(({ agentId }) => agentId), ...defined.items.map(({ id }) => id)])];
}
