import { hash } from "node:crypto";
import type { SessionName } from "./records.ts";

/**
 * A session name with its key. Equal names have equal keys, and different names have different keys, whatever
 * they contain.
 */
export function sessionName(parts: Omit<SessionName, "key">): SessionName {
	const { tenant, agentId, userId, sessionId } = parts;
	const key = hash("sha256", JSON.stringify([tenant, agentId, userId ?? null, sessionId]), "base64url");
	return { tenant, agentId, userId, sessionId, key };
}
