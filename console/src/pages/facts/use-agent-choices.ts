import { useQuery } from "@tanstack/react-query";
import type { FactsByStatus, Holdfast } from "holdfast";
import { useConnection } from "../../connect/connection.tsx";
import { addCounts } from "../../parts/fact-counts.ts";

/** An agent whose facts can be shown. */
export interface AgentChoice {
	id: string;
	/** The counts of its own facts, or of its shared space; missing for a user's token. */
	facts?: FactsByStatus;
	/** Its shared space, if it has one. */
	space?: string;
}

/** Agents that have data, even if no longer defined, and defined agents. */
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

/** The number of agents to check for facts about the user. */
const ASKED = 10;

/** The agents of the user's sessions; those with facts first. */
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
