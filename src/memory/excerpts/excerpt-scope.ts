import type { MemberQuery, SessionRecord } from "../../store/ports/index.ts";
import { rootOf } from "../consolidate/owner.ts";
import type { AgentRules, MemoryContext } from "../memory-context.ts";

/**
 * The sessions that a run may quote from. Excerpts follow the setting `facts`:
 *
 * - `user`: the user's own sessions with the agents of the space; without a user, this session
 * - `session`: this session
 * - `agent`: the sessions that have no user, and the user's own sessions
 * - `false`: none
 *
 * A run never quotes what another user said.
 */
export async function excerptScope(
	{ platform }: Pick<MemoryContext, "platform">,
	{ agents, facts }: Pick<AgentRules, "agents" | "facts">,
	session: SessionRecord,
): Promise<MemberQuery[]> {
	if (facts === false) return [];
	const { tenant } = platform;
	const { userId } = await rootOf(platform, session);
	const own: MemberQuery = { tenant, agents, uid: session.uid };
	const shared: MemberQuery[] = [];
	if (facts === "agent") shared.push({ tenant, agents, userId: null });
	if (facts !== "session" && userId !== undefined) shared.push({ tenant, agents, userId });
	// A session that exists on behalf of another one is not among those of its user.
	return session.parent !== undefined || shared.length === 0 || isMissing(shared, session)
		? [...shared, own]
		: shared;
}

/** Whether none of the queries covers the session itself. */
const isMissing = (queries: readonly MemberQuery[], { userId }: SessionRecord): boolean =>
	!queries.some((query) => (query.userId ?? undefined) === userId);
