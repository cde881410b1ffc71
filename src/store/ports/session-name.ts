import { hash } from "node:crypto";
import type { AgentId, SessionId, TenantId, UserId } from "../../event/index.ts";
import type { SessionName } from "./records.ts";

/** The name with its key: equal names have equal keys, different names different ones, whatever they contain. */
export function sessionName(
	tenant: TenantId,
	agentId: AgentId,
	userId: UserId | undefined,
	sessionId: SessionId,
): SessionName {
	const key = hash("sha256", JSON.stringify([tenant, agentId, userId ?? null, sessionId]), "base64url");
	return { tenant, agentId, userId, sessionId, key };
}
