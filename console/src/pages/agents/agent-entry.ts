import type { AgentInfo, AgentOverview } from "holdfast";

/** An agent in the list: defined, or known only from its data. */
export interface AgentEntry {
	id: string;
	info?: AgentInfo;
	counts?: AgentOverview;
}

/** Defined agents first, each with its counts; then agents that only have data. */
export function agentEntries(agents: readonly AgentInfo[], overview: readonly AgentOverview[]): AgentEntry[] {
	const counts = new Map(overview.map((one) => [one.agentId, one]));
	const defined = agents.map((info): AgentEntry => {
		const found = counts.get(info.id);
		counts.delete(info.id);
		return { id: info.id, info, ...(found && { counts: found }) };
	});
	return [...defined, ...Array.from(counts.values(), (one) => ({ id: one.agentId, counts: one }))];
}
