import { textOf } from "../event/index.ts";
import { excerptScope } from "../memory/excerpts/excerpt-scope.ts";
import { type Excerpts, recallExcerpts } from "../memory/excerpts/recall-excerpts.ts";
import { factOwners, type RecalledFacts, recallFacts } from "../memory/recall/recall-facts.ts";
import { estimateTokens } from "../model/index.ts";
import type { SessionMember, SessionRecord } from "../store/ports/index.ts";
import type { FittedHistory } from "./context/fit-history.ts";
import { excerptLine, factLine, sessionLine } from "./context/memory-block.ts";
import { placeKey } from "./context/recalled.ts";
import { memoryOfRun } from "./memory-of-run.ts";
import type { Trace } from "./recall.ts";
import { rulesOfRun } from "./rules-of-run.ts";
import type { StartedRun } from "./started-run.ts";
import { timeMemory } from "./trace-memory.ts";

/** What long-term memory adds to a prompt. */
export interface Remembered {
	facts: Pick<RecalledFacts, "facts" | "passedOver">;
	excerpts: Pick<Excerpts, "lines" | "passedOver">;
	/** The search method; undefined if nothing was found. */
	method: Excerpts["method"] | undefined;
}

/** A conversation with fewer turns of its own has just begun. It gets more excerpts. */
const YOUNG = 10;
/**
 * In a longer conversation, facts and excerpts may each take this part of the history's tokens, and at least `LEAST_ROOM`. They
 * change with every turn, so a small part lets a provider's cache serve most of each prompt.
 */
const PART_OF_HISTORY = 0.025;
const LEAST_ROOM = 40;

/** The facts and excerpts that fit the input, in addition to the replayed messages. */
export async function remember(
	run: StartedRun,
	session: SessionRecord | undefined,
	replayed: FittedHistory,
	trace: Trace,
): Promise<Remembered> {
	const none = { facts: [], excerpts: { lines: [], passedOver: [] } };
	const text = textOf(run.input).trim();
	const { memory } = run;
	// Without words there is nothing to search for.
	if (!session || memory.facts === false || text === "")
		return { ...none, facts: { facts: [], passedOver: [] }, method: undefined };
	const young = replayed.units.length < YOUNG;
	const room = (budget: number): number =>
		young ? budget : Math.min(budget, Math.max(LEAST_ROOM, Math.round(replayed.tokens * PART_OF_HISTORY)));
	const quotes = memory.excerptBudget > 0 && memory.active && !run.forgets;
	const [facts, excerpts] = await Promise.all([
		memory.factBudget > 0
			? traceFacts(run, session, { text, room: room(memory.factBudget) }, trace)
			: undefined,
		quotes
			? traceExcerpts(run, session, { text, room: room(memory.excerptBudget), young, replayed }, trace)
			: undefined,
	]);
	return {
		facts: { facts: facts?.facts ?? [], passedOver: facts?.passedOver ?? [] },
		excerpts: { lines: excerpts?.lines ?? [], passedOver: excerpts?.passedOver ?? [] },
		method:
			facts && facts.facts.length > 0 ? facts.method : excerpts?.lines.length ? excerpts.method : undefined,
	};
}

async function recallOwn(run: StartedRun, session: SessionRecord, text: string, room: number) {
	const context = await memoryOfRun(run);
	const owners = await factOwners(context, await rulesOfRun(context, run.agent.id, run.memory), session);
	const found = await recallFacts(context, owners, text, {
		room,
		pinnedRoom: run.memory.factBudget,
		cost: (content) => estimateTokens(factLine({ content, at: 0 })) + 1,
	});
	return { ...found, owners };
}

function traceFacts(
	run: StartedRun,
	session: SessionRecord,
	{ text, room }: { text: string; room: number },
	{ turn, span }: Trace,
) {
	return timeMemory(turn, span, "recall facts", {
		work: () => recallOwn(run, session, text, room),
		about: ({ facts, passedOver, method, owners }) => ({
			...(run.memory.space !== undefined && { "holdfast.memory.space": run.memory.space }),
			"holdfast.memory.scope": owners.map(({ userId, uid }) =>
				uid !== undefined ? "session" : userId !== undefined ? "user" : "agent",
			),
			"holdfast.memory.candidates": facts.length + passedOver.length,
			"holdfast.memory.taken": facts.length,
			...(facts.length + passedOver.length > 0 && { "holdfast.memory.method": method }),
		}),
	});
}

interface Quoting {
	text: string;
	room: number;
	young: boolean;
	replayed: FittedHistory;
}

async function quote(run: StartedRun, session: SessionRecord, { text, room, young, replayed }: Quoting) {
	const context = await memoryOfRun(run);
	const scope = await excerptScope(context, await rulesOfRun(context, run.agent.id, run.memory), session);
	const before = run.started.events[0]?.offset ?? 0;
	const known = new Set(
		replayed.units.flatMap(({ sessionId, offsets }) => offsets.map((offset) => placeKey(sessionId, offset))),
	);
	// Sessions of other agents and users may have the same id.
	const isReplayed = ({ uid, agentId, userId }: SessionMember): boolean =>
		run.acrossSessions ? agentId === run.agent.id && userId === run.ref.userId : uid === session.uid;
	const found = await recallExcerpts(context, scope, text, {
		room,
		young,
		cost: (line) => estimateTokens(`${excerptLine(line)}\n`),
		headingCost: (line) => estimateTokens(`${sessionLine(line)}\n`),
		// What is said now is no memory yet.
		accept: (member, offset) =>
			(member.uid !== session.uid || offset < before) &&
			!(isReplayed(member) && known.has(placeKey(member.sessionId, offset))),
	});
	return { ...found, scope };
}

function traceExcerpts(run: StartedRun, session: SessionRecord, quoting: Quoting, { turn, span }: Trace) {
	return timeMemory(turn, span, "recall excerpts", {
		work: () => quote(run, session, quoting),
		about: ({ lines, passedOver, method, scope }) => ({
			"holdfast.memory.scope": scope.map(({ uid, userId }) =>
				uid !== undefined ? "session" : userId === null ? "agent" : "user",
			),
			"holdfast.memory.candidates": lines.length + passedOver.length,
			"holdfast.memory.taken": lines.length,
			...(lines.length > 0 && { "holdfast.memory.method": method }),
		}),
	});
}
