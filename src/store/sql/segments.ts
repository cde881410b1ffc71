import type { AgentId, SessionId, SessionUid, TenantId, UserId } from "../../event/index.ts";
import type { EmbedderRecord, IndexSegment, MemberQuery, SessionMember } from "../ports/index.ts";
import { first, row, run, type Sql, type SqlValue, tuples } from "./call.ts";
import { sessionOf } from "./fact-owners.ts";

type MemberColumns = [
	uid: SessionUid,
	agent: AgentId,
	user: UserId | null,
	session: SessionId,
	base: number,
	head: number,
	blanked: number,
	no: number,
];

const MEMBERS = `SELECT s.uid, s.agent_id, s.user_id, s.session_id, h.base, h.head, h.blanked, s.no
	FROM {sessions} s JOIN {heads} h ON h.no = s.no WHERE s.tenant = ?`;

const toMember = ([uid, agentId, user, sessionId, base, head, blanked]: MemberColumns): SessionMember => ({
	...{ uid, agentId, userId: user ?? undefined, sessionId, base, head, blanked },
});

export function* listMembers(query: MemberQuery): Sql<SessionMember[]> {
	const { tenant, agents, userId, uid } = query;
	let where = uid === undefined ? " AND s.parent_uid IS NULL" : " AND s.uid = ?";
	const params: SqlValue[] = uid === undefined ? [] : [uid];
	if (userId === null) where += " AND s.user_id IS NULL";
	else if (userId !== undefined) {
		where += " AND s.user_id = ?";
		params.push(userId);
	}
	const found: MemberColumns[] = [];
	for (const agentId of new Set(agents)) {
		const text = `${MEMBERS} AND s.agent_id = ?${where}`;
		for (const member of yield* tuples<MemberColumns>(text, tenant, agentId, ...params)) found.push(member);
	}
	return found.sort((a, b) => a[7] - b[7]).map(toMember);
}

type SegmentColumns = [from: number, to: number, documents: number, vectors: number, body: Uint8Array];

export function* readSegments(uid: SessionUid, tenant: TenantId): Sql<IndexSegment[]> {
	const found = yield* tuples<SegmentColumns>(
		`SELECT g.from_offset, g.to_offset, g.documents, g.vectors, g.body FROM {sessions} s
		JOIN {segments} g ON g.session_no = s.no WHERE s.uid = ? AND s.tenant = ? ORDER BY g.from_offset`,
		...[uid, tenant],
	);
	return found.map(([from, to, documents, vectors, body]) => ({ from, to, documents, vectors, body }));
}

export function* putSegment(
	uid: SessionUid,
	tenant: TenantId,
	segment: IndexSegment,
	blanked: number,
): Sql<boolean> {
	const session = yield* sessionOf(uid, tenant);
	if (!session) return false;
	const text = "SELECT base, blanked FROM {heads} WHERE no = ?";
	const [base, actual] = (yield first(text, [session.no])) as [number, number];
	const { from, to, documents, vectors, body } = segment;
	if (actual !== blanked || base > from) return false;
	yield* run("DELETE FROM {segments} WHERE session_no = ? AND from_offset >= ?", session.no, from);
	yield* run(
		`INSERT INTO {segments} (session_no, from_offset, to_offset, documents, vectors, body)
		VALUES (?, ?, ?, ?, ?, ?)`,
		...[session.no, from, to, documents, vectors, body],
	);
	return true;
}

export function* readEmbedder(tenant: TenantId): Sql<EmbedderRecord | undefined> {
	const text = "SELECT name, dimensions FROM {embedders} WHERE tenant = ?";
	const found = yield* row<{ name: string; dimensions: number }>(text, tenant);
	return found && { ...found };
}

export function* setEmbedder(
	tenant: TenantId,
	{ name, dimensions }: EmbedderRecord,
	expected: EmbedderRecord | undefined,
	clear: boolean,
): Sql<boolean> {
	const stored = yield* readEmbedder(tenant);
	if (stored?.name !== expected?.name || stored?.dimensions !== expected?.dimensions) return false;
	yield* run(
		`INSERT INTO {embedders} (tenant, name, dimensions) VALUES (?, ?, ?)
		ON CONFLICT (tenant) DO UPDATE SET name = excluded.name, dimensions = excluded.dimensions`,
		...[tenant, name, dimensions],
	);
	if (!clear) return true;
	yield* run(
		"DELETE FROM {segments} WHERE session_no IN (SELECT no FROM {sessions} WHERE tenant = ?)",
		tenant,
	);
	yield* run("UPDATE {facts} SET entry = NULL, vector = 0 WHERE tenant = ? AND entry IS NOT NULL", tenant);
	return true;
}
