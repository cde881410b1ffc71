import { textOf } from "../event/index.ts";
import { factOwners, type RecalledFact, recallFacts } from "../memory/recall/recall-facts.ts";
import { estimateTokens } from "../model/index.ts";
import type { SessionRecord } from "../store/ports/index.ts";
import type { Recalled } from "./context/build-context.ts";
import { type HistoryLimits, unitMessages, unitTokens } from "./context/fit-history.ts";
import { factLine } from "./context/system-text.ts";
import { type History, inOrderOfTime, noHistory, readHistory, readUserHistory } from "./read-history.ts";
import { placeKey, type RelevantHistory, recallRelevant } from "./recall-history.ts";
import type { RunLog } from "./run-log.ts";
import type { StartedRun } from "./started-run.ts";

/** What of the past a run starts with. */
export interface Recollection {
	history: History;
	facts: RecalledFact[];
	strategy: Recalled["strategy"];
	method: Recalled["method"];
	scoreOf(sessionId: string, offset: number): number | undefined;
}

/** Earlier messages by the agent's strategy, and the facts that fit what the user says now. */
export async function recall(
	run: StartedRun,
	log: RunLog,
	session: SessionRecord | undefined,
	limits: HistoryLimits,
): Promise<Recollection> {
	const { memory } = run;
	const text = textOf(run.input).trim();
	const replays = memory.active && !run.forgets && memory.limit > 0;
	// Without words there is nothing to search for.
	const strategy = !replays ? "none" : text === "" ? "all" : memory.recall;
	const remembers = memory.facts !== false && memory.factBudget > 0 && session && text !== "";
	const [messages, facts] = await Promise.all([
		recallMessages(run, log, strategy, text, limits),
		remembers ? recallOwn(run, session, text) : undefined,
	]);
	return {
		history: messages.history,
		facts: facts?.facts ?? [],
		strategy,
		method: messages.relevant?.method ?? (facts && facts.facts.length > 0 ? facts.method : undefined),
		scoreOf: (sessionId, offset) => messages.relevant?.scores.get(placeKey(sessionId, offset)),
	};
}

async function recallOwn(run: StartedRun, session: SessionRecord, text: string) {
	const context = await run.runtime.memory();
	const rules = await context.rules(run.agent.id);
	return recallFacts(context, await factOwners(context, rules, session), text, {
		room: run.memory.factBudget,
		cost: (content) => estimateTokens(factLine(content)) + 1,
	});
}

async function recallMessages(
	run: StartedRun,
	log: RunLog,
	strategy: Recalled["strategy"],
	text: string,
	limits: HistoryLimits,
): Promise<{ history: History; relevant?: RelevantHistory }> {
	if (strategy === "none") return { history: noHistory() };
	if (strategy === "all") return { history: await readNewest(run, log) };
	const whole = { messages: limits.limit, tokens: limits.tokenBudget };
	if (strategy === "relevant") {
		const relevant = await recallRelevant(run, log.uid, text, whole);
		return { history: relevant.history, relevant };
	}
	// Half of the room is for what fits, if so much is found; the newest have the rest.
	const half = { messages: Math.floor(whole.messages / 2), tokens: Math.floor(whole.tokens / 2) };
	const newest = await readNewest(run, log);
	const sure = surelyKept(newest, whole.messages - half.messages, whole.tokens - half.tokens);
	const relevant = await recallRelevant(run, log.uid, text, half, sure);
	return { history: joined(newest, relevant.history, limits), relevant };
}

type Unit = History["units"][number];

const keysOf = ({ sessionId, offsets }: Unit): string[] =>
	offsets.map((offset) => placeKey(sessionId, offset));

/** What of the newest is replayed in any case: the room for what fits is not spent on it. */
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

/** The newest and the relevant together: each event once, in the order of time. What is relevant is not crowded out. */
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
			// What is recent has no holes.
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
	// A summary is made from what is not kept: then all of it is looked at.
	const window = { fetch, keep: summarize ? fetch : limit, summary: summarize && !run.acrossSessions };
	const { platform } = run.runtime;
	const { sessionId, userId } = run.ref;
	const input = run.started.events[0]?.offset ?? 0;
	if (!run.acrossSessions) return readHistory(platform, { uid: log.uid, sessionId }, input, window);
	return readUserHistory(platform, { agentId: run.agent.id, userId: userId as string }, log.uid, window);
}
