import type { JsonObject, SessionMode } from "../event/index.ts";
import type { SessionRecord } from "../store/ports/index.ts";
import { deriveTitles } from "./derive-title.ts";
import type { Platform } from "./platform.ts";
import { refOf, type SessionRef } from "./session-ref.ts";

/** A session: a copy of its record at one moment. */
export interface Session extends SessionRef {
	/** The immutable identity of the session, whatever its name. */
	uid: string;
	/** `auto`: the agent answers. `manual`: a human has taken over. */
	mode: SessionMode;
	/** The title that was set, or the beginning of the first message. Absent if there is neither. */
	title?: string;
	/** The title was set, not derived from a message. */
	titleSet?: true;
	/** Values for your program. No prompt shows them. */
	metadata: JsonObject;
	/** The next offset. */
	head: number;
	/** Number of stored events; smaller than `head` once retention has deleted some. */
	eventCount: number;
	/** Number of messages. */
	messageCount: number;
	/** The newest run of the session. */
	lastRunId?: string;
	/** When the session was created, as an ISO 8601 timestamp. */
	createdAt: string;
	/** When the session last changed, as an ISO 8601 timestamp. */
	updatedAt: string;
	/** When the session was ended. Absent if it is open. */
	endedAt?: string;
	/** Consolidation has read the events before this offset. Absent if it has not run yet. */
	consolidatedTo?: number;
	/** For the session of a sub-agent: the uid of the calling session. Deleting that session deletes this one. */
	parentUid?: string;
}

/** One page of a list. */
export interface Page<T> {
	/** The items of this page. */
	items: T[];
	/** The cursor of the next page. Absent on the last page. */
	next?: string;
}

/** Converts records to sessions. */
export async function toSessions(platform: Platform, records: readonly SessionRecord[]): Promise<Session[]> {
	const titles = await deriveTitles(platform, records);
	return records.map((record) => toSession(record, titles.get(record.uid)));
}

/** Converts a record to a session. */
export async function describeSession(platform: Platform, record: SessionRecord): Promise<Session> {
	const titles = await deriveTitles(platform, [record]);
	return toSession(record, titles.get(record.uid));
}

function toSession(record: SessionRecord, derived: string | undefined): Session {
	const title = record.title ?? derived;
	const iso = (ms: number): string => new Date(ms).toISOString();
	return {
		...refOf(record),
		uid: record.uid,
		mode: record.mode,
		...(title !== undefined && { title }),
		...(record.title !== undefined && { titleSet: true as const }),
		metadata: record.metadata,
		head: record.head,
		eventCount: record.head - record.base,
		messageCount: record.messageCount,
		...(record.lastRunId !== undefined && { lastRunId: record.lastRunId }),
		createdAt: iso(record.createdAt),
		updatedAt: iso(record.updatedAt),
		...(record.endedAt !== undefined && { endedAt: iso(record.endedAt) }),
		...(record.consolidatedTo > 0 && { consolidatedTo: record.consolidatedTo }),
		...(record.parent !== undefined && { parentUid: record.parent }),
	};
}
