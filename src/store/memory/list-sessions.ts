import { EXTERNAL_ID } from "../../state/index.ts";
import type { SessionFilter, SessionListQuery, SessionRecord } from "../ports/index.ts";
import type { MemoryData } from "./data.ts";
import type { MemorySession } from "./stored.ts";

export function copyRecord(record: SessionRecord): SessionRecord {
	return { ...record, metadata: structuredClone(record.metadata) };
}

function matches({ record }: MemorySession, filter: SessionFilter): boolean {
	return (
		record.tenant === filter.tenant &&
		(filter.agentId === undefined || record.agentId === filter.agentId) &&
		(filter.userId === undefined || record.userId === (filter.userId ?? undefined)) &&
		(filter.sessionId === undefined || record.sessionId === filter.sessionId) &&
		(filter.externalId === undefined || record.metadata[EXTERNAL_ID] === filter.externalId) &&
		(filter.mode === undefined || record.mode === filter.mode) &&
		(filter.ended === undefined || (record.endedAt !== undefined) === filter.ended) &&
		(filter.parent === undefined || record.parent === filter.parent)
	);
}

export function listSessions(data: MemoryData, query: SessionListQuery): SessionRecord[] {
	const time = (record: SessionRecord): number =>
		query.order === "created" ? record.createdAt : record.updatedAt;
	const newestFirst = (a: SessionRecord, b: SessionRecord): number =>
		time(b) - time(a) || (a.uid < b.uid ? 1 : a.uid > b.uid ? -1 : 0);
	const { after } = query;
	return [...data.byUid.values()]
		.filter((session) => matches(session, query))
		.map((session) => session.record)
		.filter(
			(record) => !after || time(record) < after.at || (time(record) === after.at && record.uid < after.uid),
		)
		.sort(newestFirst)
		.slice(0, query.limit)
		.map(copyRecord);
}
