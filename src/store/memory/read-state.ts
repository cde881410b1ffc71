import type { AgentId, TenantId, UserId } from "../../event/index.ts";
import type { SessionTarget, StateRecord } from "../ports/index.ts";
import type { MemoryData } from "./data.ts";

export function readSharedState(
	data: MemoryData,
	tenant: TenantId,
	agentId: AgentId,
	userId: UserId | undefined,
): Omit<StateRecord, "session"> {
	return {
		user: new Map(userId === undefined ? [] : data.findSharedState(tenant, agentId, userId)),
		app: new Map(data.findSharedState(tenant, agentId, undefined)),
	};
}

export function readState(data: MemoryData, target: SessionTarget): StateRecord | undefined {
	const session = data.find(target);
	const owner = session?.record ?? ("name" in target ? target.name : undefined);
	if (!owner) return undefined;
	const { tenant, agentId, userId } = owner;
	return { session: new Map(session?.state), ...readSharedState(data, tenant, agentId, userId) };
}
