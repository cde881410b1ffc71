import type { SessionUid, TenantId } from "../../event/index.ts";
import type {
	EmbedderChange,
	IndexSegment,
	MemberQuery,
	SegmentPut,
	SessionMember,
	SessionSegment,
} from "../ports/index.ts";
import type { MemoryData } from "./data.ts";

const copy = (segment: IndexSegment): IndexSegment => ({ ...segment, body: new Uint8Array(segment.body) });

export function listMembers(data: MemoryData, query: MemberQuery): SessionMember[] {
	const { tenant, userId: wanted, uid: only } = query;
	const agents = new Set(query.agents);
	const found: SessionMember[] = [];
	for (const { record, blanked } of data.byUid.values()) {
		const { uid, agentId, userId, sessionId, base, head, parent } = record;
		if (record.tenant !== tenant || !agents.has(agentId)) continue;
		if (only === undefined ? parent !== undefined : uid !== only) continue;
		if (wanted !== undefined && userId !== (wanted ?? undefined)) continue;
		found.push({ uid, agentId, userId, sessionId, base, head, blanked });
	}
	return found;
}

export function readSegments(
	data: MemoryData,
	uids: readonly SessionUid[],
	tenant: TenantId,
): SessionSegment[] {
	return uids.flatMap(
		(uid) => data.find({ uid, tenant })?.segments.map((segment) => ({ ...copy(segment), uid })) ?? [],
	);
}

export function putSegment(
	data: MemoryData,
	{ tenant, uid, segment, blanked, embedder }: SegmentPut,
): boolean {
	if (segment.vectors > 0 && !isEmbedder(data, tenant, embedder)) return false;
	const session = data.find({ uid, tenant });
	if (session?.blanked !== blanked || session.record.base > segment.from) return false;
	session.segments = [...session.segments.filter(({ from }) => from < segment.from), copy(segment)];
	return true;
}

/** Whether the tenant still uses this embedder. True if no embedder is given. */
export const isEmbedder = (data: MemoryData, tenant: TenantId, embedder: string | undefined): boolean =>
	embedder === undefined || data.facts.tenant(tenant).embedder?.name === embedder;

export function setEmbedder(
	data: MemoryData,
	{ tenant, embedder: { name, dimensions }, expected, clear }: EmbedderChange,
): boolean {
	const owned = data.facts.tenant(tenant);
	if (owned.embedder?.name !== expected?.name || owned.embedder?.dimensions !== expected?.dimensions)
		return false;
	owned.embedder = { name, dimensions };
	if (!clear) return true;
	for (const session of data.byUid.values()) if (session.record.tenant === tenant) session.segments = [];
	for (const fact of owned.facts.values()) data.facts.setEntry(fact, undefined, false);
	return true;
}
