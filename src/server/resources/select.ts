import { HoldfastError } from "../../error/index.ts";
import type { Holdfast } from "../../interface.ts";
import type { Memory, MemoryScope } from "../../memory/index.ts";
import type { SessionHandle, SessionRef } from "../../session/index.ts";
import type { Call } from "../operation.ts";
import { isOwnSession, noSession, ownUser } from "./own.ts";

type Asked = Pick<Call, "hf" | "caller">;

interface Selection {
	agent?: string | undefined;
	user?: string | undefined;
	session?: string | undefined;
}

const missing = (name: string, of: string): HoldfastError =>
	new HoldfastError("invalid", `${name}: is missing; name ${of} with ?agent=&user=&session=`);

/** The session that the URL names. A user's token may only name sessions of that user. */
export async function refOf(call: Asked, { agent, user, session }: Selection): Promise<SessionRef | string> {
	if (session === undefined) throw missing("session", "the session");
	const own = ownUser(call.caller);
	if (own !== undefined) {
		if (agent === undefined) return findOwn(call, own, session);
		const ref = { agentId: agent, userId: own, sessionId: session };
		await checkOwnSession(call, ref);
		return ref;
	}
	if (agent !== undefined) return { agentId: agent, userId: user, sessionId: session };
	if (user !== undefined) throw missing("agent", "the agent of the session");
	return session;
}

/** The only session of a user with this id. */
async function findOwn({ hf }: Asked, userId: string, sessionId: string): Promise<SessionRef> {
	const found = await hf.sessions.list({ userId, sessionId, limit: 10 });
	const items = found.items.filter(isOwnSession);
	const [only, other] = items;
	if (!only) throw noSession(sessionId);
	if (!other) return { agentId: only.agentId, userId, sessionId };
	throw new HoldfastError(
		"ambiguous",
		`several agents have a session "${sessionId}"; name one with ?agent=`,
		{
			candidates: items.map(({ agentId }) => ({ agentId, userId, sessionId })),
		},
	);
}

/**
 * Rejects sessions that a sub-agent keeps for a user. Their names are derived from the user's, and another user
 * could have exactly this name.
 */
export async function checkOwnSession({ hf }: Pick<Asked, "hf">, ref: SessionRef): Promise<void> {
	try {
		if (isOwnSession(await hf.sessions.get(ref))) return;
	} catch (error) {
		// A session that does not exist may be created.
		if (HoldfastError.isInstance(error) && error.code === "not_found") return;
		throw error;
	}
	throw noSession(ref.sessionId);
}

/** The same as a full name: looks up a bare session id. */
export async function nameOf(call: Asked, selection: Selection): Promise<SessionRef> {
	const ref = await refOf(call, selection);
	if (typeof ref !== "string") return ref;
	const { agentId, userId, sessionId } = await call.hf.sessions.get(ref);
	return { agentId, userId, sessionId };
}

export async function handleOf(call: Asked, selection: Selection): Promise<SessionHandle> {
	return keptHandle(call.hf, await nameOf(call, selection));
}

const MOST_HANDLES = 1_000;
const handles = new WeakMap<Holdfast, Map<string, SessionHandle>>();

/** A handle does nothing by itself and only knows its name, so requests share one. */
function keptHandle(hf: Holdfast, ref: SessionRef): SessionHandle {
	const kept = handles.get(hf) ?? new Map<string, SessionHandle>();
	handles.set(hf, kept);
	const { agentId, userId, sessionId } = ref;
	const key = JSON.stringify([agentId, sessionId, userId]);
	const known = kept.get(key);
	if (known) return known;
	if (kept.size >= MOST_HANDLES) kept.clear();
	const made = hf.session(ref);
	kept.set(key, made);
	return made;
}

interface MemorySelection {
	agent?: string | undefined;
	user?: string | undefined;
	everybody?: boolean | undefined;
	create?: boolean | undefined;
}

/** The memory that the URL names; with a user's token, that user's. */
export function memoryOf({ hf, caller }: Asked, { agent, user, everybody, create }: MemorySelection): Memory {
	if (agent === undefined) throw missing("agent", "the agent");
	const own = ownUser(caller);
	// Users do not see which agents exist.
	if (own !== undefined) return hf.memory(agent, { userId: own, create: true });
	const scope: MemoryScope = { userId: user, create, ...(isTold(everybody) && { everybody }) };
	return hf.memory(agent, scope);
}

/** false is the same as absent: the library only accepts `true`. */
const isTold = (everybody: unknown): everybody is true => everybody !== undefined && everybody !== false;
