import { type AgentId, decodeEvent, MESSAGE_KINDS, type SessionUid, type UserId } from "../event/index.ts";
import type { Platform } from "../session/index.ts";
import type { StoredEvent } from "../store/ports/index.ts";
import { unitMessages } from "./context/fit-history.ts";
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

/** How much of what is read is read for the replay: `fetch` messages from the store, of which `keep` may be kept. */
export interface Window {
	fetch: number;
	keep: number;
	/** The newest summary is needed, also if it is older than what is read. */
	summary: boolean;
}

/** Enough that the newest `keep` are mostly found without decoding the rest. */
const SLACK = 20;

/** What was said in a session before an offset: the newest so many messages. */
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
	// Decoding is most of the work: what cannot be kept anyway stays as it is.
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

/** The newest summary before an offset: what was imported since may be more than one read brings. */
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
 * The newest messages of all sessions that a user has with an agent, for a run that names the user and no session.
 * Sessions have no common order of offsets: here, and only here, time puts them together.
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
			// What an agent did on another user's behalf may have the same name: it is that user's.
			.filter(({ uid, parent }) => uid !== except && parent === undefined)
			.slice(0, MAX_SESSIONS)
			.map(({ uid, sessionId, head }) => readHistory(platform, { uid, sessionId }, head, window)),
	);
	// Oldest session first: what has the same millisecond in two of them stays together.
	const units = inOrderOfTime(histories.toReversed().flatMap((history) => history.units));
	return { units, dropped: histories.flatMap((history) => history.dropped), summary: undefined };
}

/** Units of several sessions together. Inside a session the log decides: backfilled events stay where it has them. */
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
