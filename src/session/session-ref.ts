import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { agentId, sessionId, userId, uuidV7 } from "../event/index.ts";
import { type SessionName, type SessionRecord, sessionName } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";

/** Names a session. Without `userId` it is the session of no user, never one of a user's. */
export interface SessionRef {
	agentId: string;
	sessionId: string;
	userId?: string | undefined;
}

/** A reference whose session id may be left out: then one is generated. */
export type NewSessionRef = Omit<SessionRef, "sessionId"> & { sessionId?: string | undefined };

const refSchema = z.object(
	{ agentId, sessionId, userId: userId.optional() },
	{ error: "must be { agentId, sessionId, userId? }" },
);

/** Checks a reference and stamps the tenant on it; anything else a caller put there is ignored. */
export function nameOf(platform: Platform, ref: SessionRef): SessionName {
	const { agentId, sessionId, userId } = parse(refSchema, ref, "session reference");
	return sessionName(platform.tenant, agentId, userId, sessionId);
}

/** Gives the reference a session id if it has none. */
export function withSessionId(ref: NewSessionRef): SessionRef {
	if (typeof ref !== "object" || ref === null) return ref;
	const { agentId, userId, sessionId = uuidV7() } = ref;
	// A copy: what the caller does to the reference later is not meant for us.
	return { agentId, sessionId, ...(userId !== undefined && { userId }) };
}

export function refOf(record: Pick<SessionRecord, "agentId" | "sessionId" | "userId">): SessionRef {
	const { agentId, sessionId, userId } = record;
	return { agentId, sessionId, ...(userId !== undefined && { userId }) };
}

const MAX_CANDIDATES = 10;

/** The name of a full reference, or of the only session with a bare id. */
export async function resolveName(platform: Platform, ref: SessionRef | string): Promise<SessionName> {
	if (typeof ref !== "string") return nameOf(platform, ref);
	const id = parse(sessionId, ref, "session id");
	const found = await platform.store.sessions.list({
		tenant: platform.tenant,
		sessionId: id,
		order: "created",
		limit: MAX_CANDIDATES,
	});
	const [only, ...others] = found;
	if (!only) throw new HoldfastError("not_found", `there is no session "${id}"`, { sessionId: id });
	if (others.length > 0) throw ambiguous(`session id "${id}"`, found);
	return sessionName(platform.tenant, only.agentId, only.userId, only.sessionId);
}

export function ambiguous(what: string, found: readonly SessionRecord[]): HoldfastError {
	const candidates = found.map(refOf);
	const shown = candidates.map((ref) => `${ref.agentId} / ${ref.userId ?? "no user"} / ${ref.sessionId}`);
	return new HoldfastError(
		"ambiguous",
		`${what} matches ${found.length === MAX_CANDIDATES ? `at least ${MAX_CANDIDATES}` : found.length} sessions; name one with agent and user: ${shown.join("; ")}`,
		{ candidates },
	);
}
