import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { agentId, sessionId, userId, uuidV7 } from "../event/index.ts";
import { type SessionName, type SessionRecord, sessionName } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";

/** The name of a session. Without `userId`, it names the session without a user, never that of a user. */
export interface SessionRef {
	/** The agent of the session. */
	agentId: string;
	/** Your id for the conversation. Unique per agent and user. */
	sessionId: string;
	/** The user of the session. Absent: no user. */
	userId?: string | undefined;
}

/** A session name whose session id may be omitted. Then one is generated. */
export type NewSessionRef = Omit<SessionRef, "sessionId"> & {
	/** Your id for the conversation. Default: a generated id. */
	sessionId?: string | undefined;
};

const refSchema = z.object(
	{ agentId, sessionId, userId: userId.optional() },
	{ error: "must be { agentId, sessionId, userId? }" },
);

/** Checks a reference and adds the tenant. Ignores other members. */
export function nameOf(platform: Platform, ref: SessionRef): SessionName {
	const { agentId, sessionId, userId } = parse(refSchema, ref, "session reference");
	return sessionName({ tenant: platform.tenant, agentId, userId, sessionId });
}

/** Generates a session id if the reference has none. */
export function withSessionId(ref: NewSessionRef): SessionRef {
	if (typeof ref !== "object" || ref === null) return ref;
	const { agentId, userId, sessionId = uuidV7() } = ref;
	// A copy, so that later changes by the caller have no effect.
	return { agentId, sessionId, ...(userId !== undefined && { userId }) };
}

export function refOf(record: Pick<SessionRecord, "agentId" | "sessionId" | "userId">): SessionRef {
	const { agentId, sessionId, userId } = record;
	return { agentId, sessionId, ...(userId !== undefined && { userId }) };
}

const MAX_CANDIDATES = 10;

/** The name of a full reference, or of the only session with this session id. */
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
	return sessionName({
		tenant: platform.tenant,
		agentId: only.agentId,
		userId: only.userId,
		sessionId: only.sessionId,
	});
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
