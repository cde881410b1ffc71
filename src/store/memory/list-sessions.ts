import type { AgentId, TenantId, UserId } from "../../event/index.ts";
import { EXTERNAL_ID } from "../../state/index.ts";
import type { AgentTotals, SessionFilter, SessionListQuery, SessionRecord } from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import type { MemorySession } from "./stored.ts";

export function copyRecord(record: SessionRecord): SessionRecord {
	return { ...record, metadata: structuredClone(record.metadata) };
}

function matches({ record }: MemorySession, filter: SessionFilter): boolean {
	return (
		record.tenant === filter.tenant &&
		(filter.agentId === undefined || record.agentId === filter.agentId) &&
		(filter.userId === undefined || record.userId === (filter.userId ?? undefined)) &&
		(filter.sessionId === undefined || record.sessionId === filter.sessionId) &&
		(filter.externalId === undefined || record.metadata[EXTERNAL_ID] === filter.externalId) &&
		(filter.mode === undefined || record.mode === filter.mode) &&
		(filter.ended === undefined || (record.endedAt !== undefined) === filter.ended) &&
		(filter.parent === undefined || record.parent === filter.parent)
	);
}

export function listSessions(data: MemoryData, query: SessionListQuery): SessionRecord[] {
	const time = (record: SessionRecord): number =>
		query.order === "created" ? record.createdAt : record.updatedAt;
	const way = query.oldestFirst ? 1 : -1;
	const inOrder = (a: Placed, b: Placed): number =>
		way * (a.at - b.at || (a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0));
	const { after } = query;
	return [...data.byUid.values()]
		.filter((session) => matches(session, query))
		.map(({ record }) => ({ record, at: time(record), uid: record.uid }))
		.filter((placed) => !after || inOrder(placed, after) > 0)
		.sort(inOrder)
		.slice(0, query.limit)
		.map(({ record }) => copyRecord(record));
}

/** A position in the list. */
interface Placed {
	at: number;
	uid: string;
}

export function countByAgent(data: MemoryData, tenant: TenantId): AgentTotals[] {
	const agents = new Map<AgentId, { totals: AgentTotals; users: Set<UserId> }>();
	for (const { record } of data.byUid.values()) {
		if (record.tenant !== tenant) continue;
		const { agentId, userId } = record;
		const nothing = { sessions: 0, openSessions: 0, messages: 0, users: 0, updatedAt: 0 };
		const agent = agents.get(agentId) ?? { totals: { agentId, ...nothing }, users: new Set() };
		agents.set(agentId, agent);
		if (userId !== undefined) agent.users.add(userId);
		const { totals } = agent;
		totals.sessions += 1;
		if (record.endedAt === undefined) totals.openSessions += 1;
		totals.messages += record.messageCount;
		totals.updatedAt = Math.max(totals.updatedAt, record.updatedAt);
	}
	return [...agents.values()].map(({ totals, users }) => ({ ...totals, users: users.size }));
}
