import { isObject } from "../event/json.ts";
import { uuidV7 } from "../event/uuid-v7.ts";
import type { NewSessionRef, SessionRef } from "../session/session-ref.ts";
import { checkId, invalid } from "./checks.ts";

export type SessionQuery = readonly (readonly [string, string])[];

/** How an address names a session: by all parts of its name, or by its id alone. */
export function sessionQuery(ref: SessionRef | string): SessionQuery {
	if (typeof ref === "string") return [["session", checkId(ref, "session id")]];
	const { agentId, userId, sessionId } = checkRef(ref);
	return [
		["agent", agentId],
		...(userId === undefined ? [] : [["user", userId] as const]),
		["session", sessionId],
	];
}

/** Checks a reference as the library does; what else a caller put there is left out. */
export function checkRef(ref: unknown): SessionRef {
	const what = "session reference";
	if (!isObject(ref)) throw invalid(what, "must be { agentId, sessionId, userId? }");
	const agentId = checkId(ref.agentId, `${what}.agentId`);
	const sessionId = checkId(ref.sessionId, `${what}.sessionId`);
	if (ref.userId === undefined) return { agentId, sessionId };
	return { agentId, sessionId, userId: checkId(ref.userId, `${what}.userId`) };
}

/** Gives the reference a session id if it has none. A copy: what the caller does to it later is not meant for us. */
export function withSessionId(ref: NewSessionRef): SessionRef {
	if (typeof ref !== "object" || ref === null) return ref;
	const { agentId, userId, sessionId = uuidV7() } = ref;
	return { agentId, sessionId, ...(userId !== undefined && { userId }) };
}
