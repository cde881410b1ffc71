import {
	type AgentId,
	decodeEvent,
	type Event,
	MESSAGE_KINDS,
	type SessionUid,
	type UserId,
} from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import { type Dropped, toUnits, type Unit } from "./context/history-units.ts";

/** How many of a user's sessions are looked into for what was said last. */
const MAX_SESSIONS = 20;

const KINDS = [...MESSAGE_KINDS, "summary"] as const;

export interface History {
	units: Unit[];
	dropped: Dropped[];
	/** The newest summary that is stored in the window. */
	summary: { content: string; upTo: number } | undefined;
}

export const noHistory = (): History => ({ units: [], dropped: [], summary: undefined });

async function newestEvents(
	platform: Platform,
	uid: SessionUid,
	before: number | undefined,
	limit: number,
): Promise<Event[]> {
	const query = { after: -1, before, limit, newest: true, kinds: KINDS };
	const page = await platform.store.log.read({ uid, tenant: platform.tenant }, query);
	return page?.events.map(({ offset, body }) => decodeEvent(offset, body)) ?? [];
}

/** What was said in a session before an offset: the newest so many messages. */
export async function readHistory(
	platform: Platform,
	session: { uid: SessionUid; sessionId: string },
	before: number,
	limit: number,
): Promise<History> {
	if (limit === 0 || before === 0) return noHistory();
	const events = await newestEvents(platform, session.uid, before, limit);
	const dropped: Dropped[] = [];
	const newest = events.findLast((event) => event.kind === "summary" && !event.erased);
	const summary =
		newest?.kind === "summary" ? { content: newest.data.content, upTo: newest.data.upTo } : undefined;
	return { units: toUnits(events, session.sessionId, dropped), dropped, summary };
}

/**
 * The newest messages of all sessions that a user has with an agent, for a run that names the user and no session.
 * Sessions have no common order of offsets: here, and only here, time puts them together.
 */
export async function readUserHistory(
	platform: Platform,
	name: { agentId: string; userId: string },
	except: SessionUid,
	limit: number,
): Promise<History> {
	if (limit === 0) return noHistory();
	const sessions = await platform.store.sessions.list({
		tenant: platform.tenant,
		agentId: name.agentId as AgentId,
		userId: name.userId as UserId,
		order: "updated",
		limit: MAX_SESSIONS + 1,
	});
	const histories = await Promise.all(
		sessions
			.filter(({ uid }) => uid !== except)
			.slice(0, MAX_SESSIONS)
			.map(({ uid, sessionId, head }) => readHistory(platform, { uid, sessionId }, head, limit)),
	);
	const units = histories.flatMap((history) => history.units);
	// Sorting is stable: within a session the order of its log stays.
	units.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
	return { units, dropped: histories.flatMap((history) => history.dropped), summary: undefined };
}
