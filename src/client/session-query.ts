import { isObject } from "../event/json.ts";
import { uuidV7 } from "../event/uuid-v7.ts";
import type { NewSessionRef, SessionRef } from "../session/session-ref.ts";
import { checkId, invalid } from "./checks.ts";

export type SessionQuery = readonly (readonly [string, string])[];

/** How a URL names a session: by its full name, or by its session id only. */
export function sessionQuery(ref: SessionRef | string): SessionQuery {
	if (typeof ref === "string") return [["session", checkId(ref, "session id")]];
	const { agentId, userId, sessionId } = checkRef(ref);
	return [
		["agent", agentId],
		...(userId === undefined ? [] : [["user", userId] as const]),
		["session", sessionId],
	];
}

/** Checks a reference like the library. Drops other members. */
export function checkRef(ref: unknown): SessionRef {
	const what = "session reference";
	if (!isObject(ref)) throw invalid(what, "must be { agentId, sessionId, userId? }");
	const agentId = checkId(ref.agentId, `${what}.agentId`);
	const sessionId = checkId(ref.sessionId, `${what}.sessionId`);
	if (ref.userId === undefined) return { agentId, sessionId };
	return { agentId, sessionId, userId: checkId(ref.userId, `${what}.userId`) };
}

/**
 * Generates a session id if the reference has none. Returns a copy, so that later changes by the caller have no
 * effect.
 */
export function withSessionId(ref: NewSessionRef): SessionRef {
	if (typeof ref !== "object" || ref === null) return ref;
	const { agentId, userId, sessionId = uuidV7() } = ref;
	return { agentId, sessionId, ...(userId !== undefined && { userId }) };
}
