import type { AgentId, SessionId, SessionUid, TenantId, UserId } from "../../event/index.ts";
import type {
	EmbedderChange,
	EmbedderRecord,
	MemberQuery,
	SegmentPut,
	SessionMember,
	SessionSegment,
} from "../ports/index.ts";
import { first, hold, row, type Sql, type SqlValue, tell, tuples } from "./call.ts";
import { bySize, each, toChunks } from "./chunks.ts";
import { FROM_SESSIONS, findSession } from "./find-session.ts";

type MemberColumns = [
	no: number,
	uid: SessionUid,
	session: SessionId,
	base: number,
	head: number,
	blanked: number,
	user?: UserId | null,
];

const MEMBERS = "SELECT s.no, s.uid, s.session_id, h.base, h.head, h.blanked";
// Must be literally the condition of the index: databases use the index only then.
const FROM_SEARCHED = `FROM {sessions} s JOIN {heads} h ON {mine:h} AND h.no = s.no
	WHERE s.tenant = ? AND s.agent_id = ? AND s.parent_uid IS NULL`;

/** One session, if it belongs to one of the agents and to the user. */
function* oneMember({ tenant, agents, userId }: MemberQuery, uid: SessionUid): Sql<SessionMember[]> {
	const found = yield* findSession({ uid, tenant });
	if (!found || !agents.includes(found.agent_id as AgentId)) return [];
	if (userId !== undefined && found.user_id !== userId) return [];
	const { agent_id: agent, user_id: user, session_id: session, base, head, no } = found;
	const [blanked] = (yield first("SELECT blanked FROM {heads} WHERE {mine} AND no = ?", [no])) as [number];
	return [toMember([no, uid, session as SessionId, base, head, blanked], agent as AgentId, user as UserId)];
}

function toMember(
	[, uid, sessionId, base, head, blanked]: MemberColumns,
	agentId: AgentId,
	user: UserId | null,
): SessionMember {
	return { uid, agentId, userId: user ?? undefined, sessionId, base, head, blanked };
}

export function* listMembers(query: MemberQuery): Sql<SessionMember[]> {
	const { tenant, userId, uid } = query;
	if (uid !== undefined) return yield* oneMember(query, uid);
	const agents = [...new Set(query.agents)];
	const found: { no: number; member: SessionMember }[] = [];
	for (const agentId of agents) {
		// Columns that are already known are not read again for hundreds of rows.
		let text = `${MEMBERS}, s.user_id ${FROM_SEARCHED}`;
		if (userId === null) text = `${MEMBERS} ${FROM_SEARCHED} AND s.user_id IS NULL`;
		else if (userId !== undefined) text = `${MEMBERS} ${FROM_SEARCHED} AND s.user_id = ?`;
		const params = typeof userId === "string" ? [tenant, agentId, userId] : [tenant, agentId];
		for (const columns of yield* tuples<SqlValue[]>(text, ...params)) {
			const member = columns as unknown as MemberColumns;
			const user = userId === undefined ? (member[6] ?? null) : userId;
			found.push({ no: member[0], member: toMember(member, agentId, user) });
		}
	}
	return found.sort((a, b) => a.no - b.no).map(({ member }) => member);
}

type SegmentColumns = [
	uid: string,
	from: number,
	to: number,
	documents: number,
	vectors: number,
	body: Uint8Array,
];

const segmentsOf = bySize(
	(uids) => `SELECT s.uid, g.from_offset, g.to_offset, g.documents, g.vectors, g.body FROM {sessions} s
	JOIN {segments} g ON {mine:g} AND g.session_no = s.no WHERE s.tenant = ? AND s.uid IN (${each(uids, "?")})
	ORDER BY g.session_no, g.from_offset`,
);

export function* readSegments(uids: readonly SessionUid[], tenant: TenantId): Sql<SessionSegment[]> {
	const segments: SessionSegment[] = [];
	for (const chunk of toChunks(uids)) {
		const found = yield* tuples<SegmentColumns>(segmentsOf(chunk), tenant, ...chunk);
		for (const [uid, from, to, documents, vectors, body] of found)
			segments.push({ uid: uid as SessionUid, from, to, documents, vectors, body });
	}
	return segments;
}

const INDEXED = `SELECT s.no, h.base, h.blanked ${FROM_SESSIONS} WHERE s.uid = ? AND s.tenant = ? {lock:s,h}`;

export function* putSegment({ tenant, uid, segment, blanked, embedder }: SegmentPut): Sql<boolean> {
	const session = (yield first(INDEXED, [uid, tenant])) as [number, number, number] | undefined;
	if (!session) return false;
	const [no, base, actual] = session;
	const { from, to, documents, vectors, body } = segment;
	if (actual !== blanked || base > from) return false;
	if (vectors > 0 && !(yield* isEmbedder(tenant, embedder))) return false;
	yield tell("DELETE FROM {segments} WHERE {mine} AND session_no = ? AND from_offset >= ?", no, from);
	yield tell(
		`INSERT INTO {segments} (session_no, from_offset, to_offset, documents, vectors, body)
		VALUES (?, ?, ?, ?, ?, ?)`,
		no,
		from,
		to,
		documents,
		vectors,
		body,
	);
	return true;
}

/**
 * Whether the tenant still uses this embedder, locked until this is written. True if no embedder is given.
 */
export function* isEmbedder(tenant: TenantId, embedder: string | undefined): Sql<boolean> {
	if (embedder === undefined) return true;
	const found = (yield first(`${EMBEDDER} {share:e}`, [tenant])) as [string] | undefined;
	return found?.[0] === embedder;
}

const EMBEDDER = "SELECT e.name, e.dimensions FROM {embedders} e WHERE e.tenant = ?";

export function* readEmbedder(tenant: TenantId): Sql<EmbedderRecord | undefined> {
	const found = yield* row<{ name: string; dimensions: number }>(EMBEDDER, tenant);
	return found && { ...found };
}

export function* setEmbedder({
	tenant,
	embedder: { name, dimensions },
	expected,
	clear,
}: EmbedderChange): Sql<boolean> {
	yield hold("embedder", tenant);
	const stored = yield* readEmbedder(tenant);
	if (stored?.name !== expected?.name || stored?.dimensions !== expected?.dimensions) return false;
	yield tell(
		`INSERT INTO {embedders} (tenant, name, dimensions) VALUES (?, ?, ?)
		ON CONFLICT (tenant) DO UPDATE SET name = excluded.name, dimensions = excluded.dimensions`,
		tenant,
		name,
		dimensions,
	);
	if (!clear) return true;
	yield tell(
		"DELETE FROM {segments} WHERE {mine} AND session_no IN (SELECT no FROM {sessions} WHERE tenant = ?)",
		tenant,
	);
	yield tell("UPDATE {facts} SET entry = NULL, vector = 0 WHERE tenant = ? AND entry IS NOT NULL", tenant);
	return true;
}
