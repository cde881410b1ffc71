import { decodeEvent, MESSAGE_KINDS, type SessionUid, type UserId } from "../event/index.ts";
import { type FoundMessage, findMessages } from "../memory/recall/find-messages.ts";
import type { MemberQuery } from "../store/ports/index.ts";
import { unitMessages, unitTokens } from "./context/fit-history.ts";
import { type Dropped, toUnits, type Unit } from "./context/history-units.ts";
import { type PassedOverReason, placeKey } from "./context/recalled.ts";
import { memoryOfRun } from "./memory-of-run.ts";
import { type History, inOrderOfTime, noHistory } from "./read-history.ts";
import type { StartedRun } from "./started-run.ts";

/**
 * Events that are read on each side of a message: enough for the calls and results of its step, and for the
 * message that it answers.
 */
const AROUND = 8;

/** The earlier messages that were found for a run's input. */
export interface RelevantHistory {
	history: History;
	method: "hybrid" | "keyword" | "vector";
	/** The messages by `placeKey`, with the reason if one was left out. */
	found: Map<string, FoundMessage & { leftOut?: PassedOverReason }>;
}

/**
 * Finds the earlier messages that match the user's input, as units in order of time. Each answer comes with
 * the message that it answers, so that the model can understand it, and so that the history begins with the
 * user. `known`: messages that the run already has.
 */
export async function recallRelevant(
	run: StartedRun,
	uid: SessionUid,
	text: string,
	room: { messages: number; tokens: number },
	known: ReadonlySet<string> = new Set(),
): Promise<RelevantHistory> {
	const { tenant } = run.runtime.platform;
	const before = run.started.events[0]?.offset ?? 0;
	const { agentId, userId } = run.ref;
	const agents = [agentId as MemberQuery["agents"][number]];
	const members: MemberQuery = run.acrossSessions
		? { tenant, agents, userId: userId as UserId }
		: { tenant, agents, uid };
	const { found, method } = await findMessages(await memoryOfRun(run), members, text, {
		limit: Math.min(3 * room.messages, run.memory.messageLimit),
		// The messages of this run are not memory yet.
		accept: (member, offset) =>
			(member.uid !== uid || offset < before) && !known.has(placeKey(member.sessionId, offset)),
	});
	const places: RelevantHistory["found"] = new Map(
		found.map((message) => [placeKey(message.sessionId, message.offset), message]),
	);
	const leaveOut: LeaveOut = (sessionId, offset, reason) => {
		const message = places.get(placeKey(sessionId, offset));
		if (message) message.leftOut = reason;
	};
	const read = await readAround(run, found, { uid, before }, leaveOut);
	const units = inOrderOfTime(choose(read, places, room, leaveOut));
	return { history: { ...noHistory(), units }, method, found: places };
}

type LeaveOut = (sessionId: string, offset: number, reason: PassedOverReason) => void;

/** Reads the units around the found messages, session by session, in the order of the log. */
async function readAround(
	run: StartedRun,
	found: readonly FoundMessage[],
	own: { uid: SessionUid; before: number },
	leaveOut: LeaveOut,
): Promise<Unit[][]> {
	const { store, tenant } = run.runtime.platform;
	const sessions = Map.groupBy(found, ({ uid }) => uid);
	const read: Unit[][] = [];
	for (const [uid, messages] of sessions) {
		const { sessionId } = messages[0] as FoundMessage;
		const last = uid === own.uid ? own.before : Number.POSITIVE_INFINITY;
		for (const { from, to } of stretches(messages.map(({ offset }) => offset))) {
			const query = {
				after: from - 1,
				before: Math.min(to + 1, last),
				limit: to - from + 1,
				kinds: MESSAGE_KINDS,
			};
			const page = await store.log.read({ uid, tenant }, query);
			const events = (page?.events ?? []).map(({ offset, body }) => decodeEvent(offset, body));
			const dropped: Dropped[] = [];
			read.push(toUnits(events, sessionId, dropped));
			for (const { offset, reason } of dropped)
				leaveOut(sessionId, offset, reason === "tokens" ? "budget" : reason);
		}
	}
	return read;
}

/** The ranges of a log around these offsets. Ranges that touch are joined. */
function stretches(offsets: readonly number[]): { from: number; to: number }[] {
	const joined: { from: number; to: number }[] = [];
	for (const offset of offsets.toSorted((a, b) => a - b)) {
		const from = Math.max(0, offset - AROUND);
		const to = offset + AROUND;
		const last = joined.at(-1);
		if (last && from <= last.to + 1) last.to = to;
		else joined.push({ from, to });
	}
	return joined;
}

/** The best units within the budget, each with the user's message that it follows. */
function choose(
	read: readonly Unit[][],
	found: ReadonlyMap<string, FoundMessage>,
	room: { messages: number; tokens: number },
	leaveOut: LeaveOut,
): Unit[] {
	const scoreOf = (unit: Unit): number =>
		Math.max(...unit.offsets.map((offset) => found.get(placeKey(unit.sessionId, offset))?.score ?? -1));
	const candidates = read
		.flatMap((units) => units.map((unit, i) => ({ unit, group: groupOf(units, i), score: scoreOf(unit) })))
		.filter(({ score }) => score >= 0)
		.sort((a, b) => b.score - a.score);
	const chosen = new Set<Unit>();
	let { messages, tokens } = room;
	for (const { unit, group } of candidates) {
		const added = group.filter((unit) => !chosen.has(unit));
		const cost = added.reduce((sum, unit) => sum + unitTokens(unit), 0);
		const count = added.reduce((sum, unit) => sum + unitMessages(unit), 0);
		if (count > messages || cost > tokens) {
			const reason = count > messages ? "limit" : "budget";
			for (const offset of unit.offsets) leaveOut(unit.sessionId, offset, reason);
			continue;
		}
		messages -= count;
		tokens -= cost;
		for (const unit of added) chosen.add(unit);
	}
	return read.flatMap((units) => units.filter((unit) => chosen.has(unit)));
}

/** A unit, the user's message before it, and all units in between. */
function groupOf(units: readonly Unit[], index: number): Unit[] {
	const start = units.slice(0, index + 1).findLastIndex(({ role }) => role === "user");
	// No user message was read before it: the unit stands alone, and `fitHistory` decides whether it is kept.
	return units.slice(start < 0 ? index : start, index + 1);
}
