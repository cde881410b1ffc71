import { useQuery } from "@tanstack/react-query";
import type { Holdfast } from "holdfast";
import { useConnection } from "../../connect/connection.tsx";

/** An agent whose memory can be looked at. */
export interface AgentChoice {
	id: string;
	/** How many facts its own memory holds; not known to a user's token. */
	facts?: number;
	/** The shared space that it remembers in instead. */
	space?: string;
}

/** Those that have memory, also when they are not defined any more, and those that are defined. */
async function readAll(hf: Holdfast): Promise<AgentChoice[]> {
	const [overview, agents] = await Promise.all([hf.overview(), hf.agents.list()]);
	const choices = new Map<string, AgentChoice>();
	for (const { agentId, facts } of overview) choices.set(agentId, { id: agentId, facts });
	for (const { id, memory } of agents) {
		const space = memory === false ? undefined : memory.space;
		const known = choices.get(id) ?? { id, facts: 0 };
		choices.set(id, { ...known, ...(space !== undefined && { space }) });
	}
	return [...choices.values()].sort((a, b) => (b.facts ?? 0) - (a.facts ?? 0) || (a.id < b.id ? -1 : 1));
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
