import { useQuery } from "@tanstack/react-query";
import type { FactsByStatus, Holdfast } from "holdfast";
import { useConnection } from "../../connect/connection.tsx";
import { addCounts } from "../../parts/fact-counts.ts";

/** An agent whose memory can be looked at. */
export interface AgentChoice {
	id: string;
	/** The facts of its own memory, or of the shared space that it remembers in; not known to a user's token. */
	facts?: FactsByStatus;
	/** The shared space that it remembers in instead. */
	space?: string;
}

/** Those that have memory, also when they are not defined any more, and those that are defined. */
async function readAll(hf: Holdfast): Promise<AgentChoice[]> {
	const [overview, { items: agents }, { items: spaces }] = await Promise.all([
		hf.overview(),
		hf.agents.list(),
		hf.spaces.list({ limit: 1_000 }),
	]);
	const choices = new Map<string, AgentChoice>();
	for (const { agentId, factsByStatus } of overview)
		choices.set(agentId, { id: agentId, facts: factsByStatus });
	for (const { id, memory } of agents) {
		const space = memory === false ? undefined : memory.space;
		const known = choices.get(id) ?? { id, facts: addCounts([]) };
		const shared = spaces.find(({ name }) => name === space)?.factsByStatus ?? addCounts([]);
		choices.set(id, { ...known, ...(space !== undefined && { space, facts: shared }) });
	}
	const amount = ({ facts }: AgentChoice): number => facts?.active ?? 0;
	return [...choices.values()].sort((a, b) => amount(b) - amount(a) || (a.id < b.id ? -1 : 1));
}

/** As many agents are asked whether they know something of a user. */
const ASKED = 10;

/** A user knows the agents that they have talked to; those that remember something come first. */
async function readOwn(hf: Holdfast): Promise<AgentChoice[]> {
	const { items } = await hf.sessions.list({ order: "updated", limit: 500 });
	const ids = [...new Set(items.map(({ agentId }) => agentId))];
	const known = await Promise.all(
		ids.slice(0, ASKED).map(async (id) => (await hf.memory(id).list({ status: "all", limit: 1 })).items),
	);
	const knows = (id: string): number => known[ids.indexOf(id)]?.length ?? 0;
	return ids.toSorted((a, b) => knows(b) - knows(a)).map((id) => ({ id }));
}

export function useAgentChoices() {
	const { hf, can } = useConnection();
	return useQuery({
		queryKey: ["facts", "agents"],
		queryFn: () => (can.isUser ? readOwn(hf) : readAll(hf)),
	});
}
