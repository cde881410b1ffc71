import type { Conversation } from "../../event/formats/conversation.ts";
import { uuidV7 } from "../../event/index.ts";
import { EXPORT_FORMAT } from "../../session/export-session.ts";
import type { SessionRef } from "../../session/index.ts";

/** A conversation as an export of Holdfast writes it: so it comes into any store, also over HTTP, whole or not at all. */
export function conversationLines(
	{ title, metadata, state, createdAt, updatedAt, events }: Conversation,
	to: SessionRef,
): string[] {
	const begun = createdAt ?? updatedAt ?? new Date().toISOString();
	const header = {
		...{ type: "session", format: EXPORT_FORMAT, ...to, mode: "auto", title, metadata: metadata ?? {} },
		...{ state: state ?? {}, base: 0, head: events.length, createdAt: begun, updatedAt: updatedAt ?? begun },
	};
	const lines = events.map(({ at, ...event }, offset) => ({
		offset,
		id: uuidV7(),
		...event,
		at: at ?? begun,
	}));
	return [header, ...lines].map((line) => JSON.stringify(line));
}
