import { HoldfastError } from "../error/index.ts";
import { eventLine } from "../event/index.ts";
import { ownState, stateJson } from "../state/index.ts";
import { noSession, type SessionName, type SessionRecord, type StateAsOf } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";
import { resolveName, type SessionRef } from "./session-ref.ts";

export const EXPORT_FORMAT = "holdfast/1";
/** Events can be large, and the reader takes them one by one. */
const PAGE = 100;

/** The first line: the session without its tenant, and its own state before the first event. */
function headerLine(record: SessionRecord, { hasUser, base, head, baseState }: StateAsOf): string {
	const iso = (ms: number): string => new Date(ms).toISOString();
	const before = JSON.stringify({
		type: "session",
		format: EXPORT_FORMAT,
		agentId: record.agentId,
		userId: record.userId,
		sessionId: record.sessionId,
		mode: record.mode,
		title: record.title,
		metadata: record.metadata,
	});
	const after = JSON.stringify({
		base,
		head,
		lastRunId: record.lastRunId,
		createdAt: iso(record.createdAt),
		updatedAt: iso(record.updatedAt),
		endedAt: record.endedAt === undefined ? undefined : iso(record.endedAt),
	});
	return `${before.slice(0, -1)},"state":${stateJson(ownState(baseState, hasUser))},${after.slice(1)}\n`;
}

async function snapshot(
	platform: Platform,
	name: SessionName,
): Promise<{ record: SessionRecord; start: StateAsOf }> {
	for (;;) {
		const record = await platform.store.sessions.get({ name });
		if (!record) throw noSession({ name });
		const start = await platform.store.sessions.stateAsOf({ uid: record.uid, tenant: platform.tenant }, -1);
		// Both are from the same moment, as far as the log is concerned.
		if (start && start.base === record.base && start.head === record.head) return { record, start };
	}
}

/** The session as JSON Lines, each ending in a line feed: a header, then every event up to the current head. */
export async function* exportSession(
	platform: Platform,
	ref: SessionRef | string,
): AsyncGenerator<string, void, undefined> {
	const { record, start } = await snapshot(platform, await resolveName(platform, ref));
	yield headerLine(record, start);
	const target = { uid: record.uid, tenant: platform.tenant };
	for (let next = start.base; next < start.head; ) {
		const page = await platform.store.log.read(target, { after: next - 1, before: start.head, limit: PAGE });
		if (page?.events[0]?.offset !== next) {
			throw new HoldfastError(
				"conflict",
				`the session lost event ${next} while it was exported; export it again`,
				{
					precondition: "kept",
					offset: next,
				},
			);
		}
		for (const { offset, body } of page.events) yield `${eventLine(offset, body)}\n`;
		next += page.events.length;
	}
}
