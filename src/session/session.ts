import type { JsonObject, SessionMode } from "../event/index.ts";
import type { SessionRecord } from "../store/ports/index.ts";
import { deriveTitles } from "./derive-title.ts";
import type { Platform } from "./platform.ts";
import { refOf, type SessionRef } from "./session-ref.ts";

/** A session as users see it: a copy of its record at one moment. */
export interface Session extends SessionRef {
	/** The immutable identity behind the name. */
	uid: string;
	mode: SessionMode;
	/** The title that was set, or the beginning of the first message; missing while there is none. */
	title?: string;
	/** The title was set; it is not taken from a message. */
	titleSet?: true;
	/** Never reaches a prompt. */
	metadata: JsonObject;
	/** The next offset. */
	head: number;
	/** Events that are kept; fewer than `head` once retention has removed some. */
	eventCount: number;
	messageCount: number;
	lastRunId?: string;
	createdAt: string;
	updatedAt: string;
	endedAt?: string;
	/** Facts were made of the events before this offset; missing while there were none. */
	consolidatedTo?: number;
	/** The uid of the session on whose behalf a sub-agent keeps this one; it is deleted with it. */
	parentUid?: string;
}

/** A part of a list; `next` is the cursor of the following part. */
export interface Page<T> {
	items: T[];
	next?: string;
}

/** Sessions as users see them. */
export async function toSessions(platform: Platform, records: readonly SessionRecord[]): Promise<Session[]> {
	const titles = await deriveTitles(platform, records);
	return records.map((record) => toSession(record, titles.get(record.uid)));
}

/** A session as users see it. */
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
