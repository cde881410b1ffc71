import { textOf } from "../event/index.ts";
import type { ActiveSpan } from "../trace/index.ts";
import { type HistoryLimits, unitMessages, unitTokens } from "./context/fit-history.ts";
import { placeKey, type Recalled } from "./context/recalled.ts";
import { type History, inOrderOfTime, noHistory, readHistory, readUserHistory } from "./read-history.ts";
import { type RelevantHistory, recallRelevant } from "./recall-history.ts";
import type { RunLog } from "./run-log.ts";
import type { StartedRun } from "./started-run.ts";
import { timeMemory } from "./trace-memory.ts";
import type { Turn } from "./turn.ts";

/** Where to record the spans of memory reads. */
export interface Trace {
	turn: Pick<Turn, "recorder">;
	span: ActiveSpan;
}

/** The earlier messages that a run starts with. */
export interface Recollection {
	history: History;
	strategy: Recalled["strategy"];
	method: Recalled["method"];
	/** The messages that match the input, by `placeKey`. */
	found: RelevantHistory["found"];
}

/** Finds earlier messages with the agent's strategy. */
export async function recall(
	run: StartedRun,
	log: RunLog,
	limits: HistoryLimits,
	trace: Trace,
): Promise<Recollection> {
	const { memory } = run;
	const text = textOf(run.input).trim();
	const replays = memory.active && !run.forgets && memory.limit > 0;
	// Without text there is nothing to search for.
	const strategy = !replays ? "none" : text === "" ? "all" : memory.recall;
	const messages = await traceMessages(run, strategy, trace, () =>
		recallMessages(run, log, strategy, text, limits),
	);
	return {
		history: messages.history,
		strategy,
		method: messages.relevant?.method,
		found: messages.relevant?.found ?? new Map(),
	};
}

/** Records a span for the work. If nothing is replayed, nothing is read, and no span is needed. */
function traceMessages(
	{ acrossSessions }: StartedRun,
	strategy: Recalled["strategy"],
	{ turn, span }: Trace,
	work: () => Promise<RecalledMessages>,
): Promise<RecalledMessages> {
	if (strategy === "none") return work();
	return timeMemory(turn, span, "recall messages", {
		before: {
			"holdfast.memory.strategy": strategy,
			"holdfast.memory.scope": acrossSessions ? ["user"] : ["session"],
		},
		work,
		about: ({ history, relevant }) => {
			const taken = new Set(history.units.flatMap(keysOf));
			const seen = new Set([...taken, ...(relevant?.found.keys() ?? [])]);
			for (const { sessionId, offset } of history.dropped) seen.add(placeKey(sessionId, offset));
			return {
				"holdfast.memory.candidates": seen.size,
				"holdfast.memory.taken": taken.size,
				...(relevant && { "holdfast.memory.method": relevant.method }),
			};
		},
	});
}

interface RecalledMessages {
	history: History;
	relevant?: RelevantHistory;
}

async function recallMessages(
	run: StartedRun,
	log: RunLog,
	strategy: Recalled["strategy"],
	text: string,
	limits: HistoryLimits,
): Promise<RecalledMessages> {
	if (strategy === "none") return { history: noHistory() };
	if (strategy === "all") return { history: await readNewest(run, log) };
	const whole = { messages: limits.limit, tokens: limits.tokenBudget };
	if (strategy === "relevant") {
		const relevant = await recallRelevant(run, log.uid, text, whole);
		return { history: relevant.history, relevant };
	}
	// Up to half of the budget is for messages that match; the newest messages get the rest.
	const half = { messages: Math.floor(whole.messages / 2), tokens: Math.floor(whole.tokens / 2) };
	const newest = await readNewest(run, log);
	const sure = surelyKept(newest, whole.messages - half.messages, whole.tokens - half.tokens);
	const relevant = await recallRelevant(run, log.uid, text, half, sure);
	return { history: joined(newest, relevant.history, limits), relevant };
}

type Unit = History["units"][number];

const keysOf = ({ sessionId, offsets }: Unit): string[] =>
	offsets.map((offset) => placeKey(sessionId, offset));

/**
 * The newest messages that are replayed in any case. The budget for matching messages is not spent on them.
 */
function surelyKept({ units }: History, messages: number, tokens: number): Set<string> {
	const kept = new Set<string>();
	let [left, room] = [messages, tokens];
	for (const unit of units.toReversed()) {
		left -= unitMessages(unit);
		room -= unitTokens(unit);
		if (left < 0 || room < 0) break;
		for (const key of keysOf(unit)) kept.add(key);
	}
	return kept;
}

/**
 * Joins the newest and the relevant messages: each event once, in order of time. Relevant messages are not
 * crowded out.
 */
function joined(newest: History, relevant: History, limits: HistoryLimits): History {
	const fitting = new Set(relevant.units.flatMap(keysOf));
	const recent = new Set(newest.units.flatMap(keysOf));
	const isFitting = (unit: Unit): boolean => keysOf(unit).some((key) => fitting.has(key));
	const older = relevant.units.filter((unit) => !keysOf(unit).some((key) => recent.has(key)));
	const first = [...older, ...newest.units.filter(isFitting)];
	let messages = limits.limit - first.reduce((sum, unit) => sum + unitMessages(unit), 0);
	let tokens = limits.tokenBudget - first.reduce((sum, unit) => sum + unitTokens(unit), 0);
	const kept: Unit[] = [];
	const dropped = newest.dropped.filter(({ sessionId, offset }) => !fitting.has(placeKey(sessionId, offset)));
	let full: "limit" | "tokens" | undefined;
	for (const unit of newest.units.toReversed()) {
		if (!isFitting(unit)) {
			const [count, cost] = [unitMessages(unit), unitTokens(unit)];
			// Recent messages have no gaps.
			full ??= count > messages ? "limit" : cost > tokens ? "tokens" : undefined;
			if (full) {
				for (const offset of unit.offsets) dropped.push({ sessionId: unit.sessionId, offset, reason: full });
				continue;
			}
			messages -= count;
			tokens -= cost;
		}
		kept.push(unit);
	}
	return { ...newest, units: inOrderOfTime([...older, ...kept.reverse()]), dropped };
}

async function readNewest(run: StartedRun, log: RunLog): Promise<History> {
	const { limit, messageLimit, summarize } = run.memory;
	const fetch = Math.min(3 * limit, messageLimit);
	// A summary covers the messages that are not kept, so all of them are needed.
	const window = { fetch, keep: summarize ? fetch : limit, summary: summarize && !run.acrossSessions };
	const { platform } = run.runtime;
	const { sessionId, userId } = run.ref;
	const input = run.started.events[0]?.offset ?? 0;
	if (!run.acrossSessions) return readHistory(platform, { uid: log.uid, sessionId }, input, window);
	return readUserHistory(platform, { agentId: run.agent.id, userId: userId as string }, log.uid, window);
}
