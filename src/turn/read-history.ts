import { type AgentId, decodeEvent, MESSAGE_KINDS, type SessionUid, type UserId } from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import type { StoredEvent } from "../store/ports/index.ts";
import { unitMessages } from "./context/fit-history.ts";
import { type Dropped, toUnits, type Unit } from "./context/history-units.ts";

/** Maximum number of a user's sessions that are read for the newest messages. */
const MAX_SESSIONS = 20;

const KINDS = [...MESSAGE_KINDS, "summary"] as const;

export interface History {
	units: Unit[];
	dropped: Dropped[];
	/** The newest stored summary, if one was found. */
	summary: { content: string; upTo: number } | undefined;
}

export const noHistory = (): History => ({ units: [], dropped: [], summary: undefined });

/** How many messages to read for the replay: `fetch` from the store, of which at most `keep` are kept. */
export interface Window {
	fetch: number;
	keep: number;
	/** Whether the newest summary is needed, even if it is older than the messages that are read. */
	summary: boolean;
}

/** Additional events to decode. Usually they are enough to find the newest `keep` messages. */
const SLACK = 20;

/** Reads the newest messages of a session before an offset. */
export async function readHistory(
	platform: Platform,
	session: { uid: SessionUid; sessionId: string },
	before: number,
	{ fetch, keep, summary }: Window,
): Promise<History> {
	if (fetch === 0 || before === 0) return noHistory();
	const query = { after: -1, before, limit: fetch, newest: true, kinds: KINDS };
	const page = await platform.store.log.read({ uid: session.uid, tenant: platform.tenant }, query);
	const stored = page?.events ?? [];
	const newest = stored.slice(-(keep + SLACK));
	const history = toHistory(newest, session.sessionId);
	if (summary && !history.summary && stored.length === fetch) {
		const first = stored[0]?.offset ?? 0;
		return {
			...toHistory(stored, session.sessionId),
			summary: await olderSummary(platform, session.uid, first),
		};
	}
	if (newest.length === stored.length) return history;
	const messages = history.units.reduce((sum, unit) => sum + unitMessages(unit), 0);
	// Decoding is most of the work: events that cannot be kept anyway are not decoded.
	if (messages <= keep) return toHistory(stored, session.sessionId);
	const { sessionId } = session;
	const older = stored.slice(0, -newest.length);
	return {
		...history,
		dropped: [
			...older.map(({ offset }) => ({ sessionId, offset, reason: "limit" as const })),
			...history.dropped,
		],
	};
}

/**
 * The newest summary before an offset. More messages may have been imported after it than one read returns.
 */
async function olderSummary(
	platform: Platform,
	uid: SessionUid,
	before: number,
): Promise<History["summary"]> {
	const query = { after: -1, before, limit: 1, newest: true, kinds: ["summary" as const] };
	const page = await platform.store.log.read({ uid, tenant: platform.tenant }, query);
	return toHistory(page?.events ?? [], "").summary;
}

function toHistory(stored: readonly StoredEvent[], sessionId: string): History {
	const events = stored.map(({ offset, body }) => decodeEvent(offset, body));
	const dropped: Dropped[] = [];
	const newest = events.findLast((event) => event.kind === "summary" && !event.erased);
	const summary =
		newest?.kind === "summary" ? { content: newest.data.content, upTo: newest.data.upTo } : undefined;
	return { units: toUnits(events, sessionId, dropped), dropped, summary };
}

/**
 * Reads the newest messages of all sessions that a user has with an agent, for a run that names a user and no
 * session. Offsets of different sessions have no common order. This is the only place that orders messages by
 * time.
 */
export async function readUserHistory(
	platform: Platform,
	name: { agentId: string; userId: string },
	except: SessionUid,
	window: Window,
): Promise<History> {
	if (window.fetch === 0) return noHistory();
	const sessions = await platform.store.sessions.list({
		tenant: platform.tenant,
		agentId: name.agentId as AgentId,
		userId: name.userId as UserId,
		order: "updated",
		limit: MAX_SESSIONS + 1,
	});
	const histories = await Promise.all(
		sessions
			// A session in which an agent acted for another user may have the same name. It belongs to that
			// user.
			.filter(({ uid, parent }) => uid !== except && parent === undefined)
			.slice(0, MAX_SESSIONS)
			.map(({ uid, sessionId, head }) => readHistory(platform, { uid, sessionId }, head, window)),
	);
	// Oldest session first: messages of one session stay together if two sessions have the same millisecond.
	const units = inOrderOfTime(histories.toReversed().flatMap((history) => history.units));
	return { units, dropped: histories.flatMap((history) => history.dropped), summary: undefined };
}

/**
 * Sorts units of several sessions by time. Within a session the order of the log stays, also for backfilled
 * events.
 */
export function inOrderOfTime(units: readonly Unit[]): Unit[] {
	const timed: { unit: Unit; at: string }[] = [];
	for (const ofSession of Map.groupBy(units, ({ sessionId }) => sessionId).values()) {
		let at = "";
		for (const unit of ofSession.toSorted((a, b) => a.place - b.place)) {
			if (unit.at > at) at = unit.at;
			timed.push({ unit, at });
		}
	}
	timed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
	return timed.map(({ unit }) => unit);
}
