import type { AgentId } from "./event/index.ts";
import type { Platform } from "./session/index.ts";
import { type FactsByStatus, spaceAgent } from "./store/ports/index.ts";

/** How much memory an agent has. */
export interface AgentOverview {
	/** Id of the agent. */
	agentId: string;
	/** How many sessions it has. */
	sessions: number;
	/** How many of them have not ended. */
	openSessions: number;
	/** How many messages these sessions have. */
	messages: number;
	/**
	 * Facts in the agent's own memory, of all users and all statuses. `spaces.list()` counts those of shared
	 * spaces.
	 */
	facts: number;
	/**
	 * The same by status: `active` facts are used, `quarantined` facts wait for a review, `superseded` facts were
	 * replaced.
	 */
	factsByStatus: FactsByStatus;
	/** How many users have a session. */
	users: number;
	/** When one of its sessions last changed. Absent without sessions. */
	updatedAt?: string;
}

/** Counts sessions and facts, by agent. */
export async function overview({ store, tenant }: Platform): Promise<AgentOverview[]> {
	const [totals, spaces] = await Promise.all([store.sessions.agents(tenant), store.facts.spaces(tenant)]);
	const agents = new Map<AgentId, AgentOverview>();
	for (const { agentId, updatedAt, ...counts } of totals) {
		const noFacts = { facts: 0, factsByStatus: { active: 0, quarantined: 0, superseded: 0 } };
		agents.set(agentId, { agentId, ...counts, ...noFacts, updatedAt: new Date(updatedAt).toISOString() });
	}
	for (const { space, ...facts } of spaces) {
		const agentId = spaceAgent(space);
		if (agentId === undefined) continue;
		const nothing = { sessions: 0, openSessions: 0, messages: 0, users: 0 };
		agents.set(agentId, { ...(agents.get(agentId) ?? { agentId, ...nothing }), ...facts });
	}
	return [...agents.values()].sort((a, b) => byCodePoint(a.agentId, b.agentId));
}

/** Compares like the databases do. */
const byCodePoint = (a: string, b: string): number => Buffer.from(a).compare(Buffer.from(b));
