import type { JsonObject, SessionMode } from "../event/index.ts";
import type { SessionRecord } from "../store/ports/index.ts";
import { refOf, type SessionRef } from "./session-ref.ts";

/** A session as users see it: a copy of its record at one moment. */
export interface Session extends SessionRef {
	/** The immutable identity behind the name. */
	uid: string;
	mode: SessionMode;
	title?: string;
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
	/** The uid of the session on whose behalf a sub-agent keeps this one; it is deleted with it. */
	parentUid?: string;
}

/** A part of a list; `next` is the cursor of the following part. */
export interface Page<T> {
	items: T[];
	next?: string;
}

export function toSession(record: SessionRecord): Session {
	const iso = (ms: number): string => new Date(ms).toISOString();
	return {
		...refOf(record),
		uid: record.uid,
		mode: record.mode,
		...(record.title !== undefined && { title: record.title }),
		metadata: record.metadata,
		head: record.head,
		eventCount: record.head - record.base,
		messageCount: record.messageCount,
		...(record.lastRunId !== undefined && { lastRunId: record.lastRunId }),
		createdAt: iso(record.createdAt),
		updatedAt: iso(record.updatedAt),
		...(record.endedAt !== undefined && { endedAt: iso(record.endedAt) }),
		...(record.parent !== undefined && { parentUid: record.parent }),
	};
}
