import type { Json, PlainPart } from "../../event/index.ts";
import type { ExcerptLine, Excerpts } from "../../memory/excerpts/recall-excerpts.ts";
import type { FoundMessage } from "../../memory/recall/find-messages.ts";
import type { RecalledFact } from "../../memory/recall/recalled-fact.ts";
import { estimateTokens, type Prompt } from "../../model/index.ts";
import { type FittedHistory, fitHistory, type HistoryLimits, unitTokens } from "./fit-history.ts";
import type { Dropped, DropReason, Unit } from "./history-units.ts";
import { memoryParts, memoryText } from "./memory-block.ts";
import { userContent } from "./prompt-parts.ts";
import {
	bestPassedOver,
	type PassedOver,
	type PassedOverReason,
	placeKey,
	type Recalled,
	shortParts,
} from "./recalled.ts";
import { type SystemParts, systemParts, systemText } from "./system-text.ts";
import { CallIds, unitPrompt } from "./to-prompt.ts";

export interface ContextParts {
	/** The instructions with their keys filled in. */
	instructions: string;
	variables: Readonly<Record<string, Json>>;
	/** Earlier conversation, oldest first. */
	history: readonly Unit[];
	limits: HistoryLimits;
	facts: readonly RecalledFact[];
	/** Earlier messages that match the input, in addition to the replayed ones. */
	excerpts: Pick<Excerpts, "lines" | "passedOver">;
	summary: { content: string; upTo: number } | undefined;
	/** Events that are already left out. */
	dropped: readonly Dropped[];
	/** The run's own message. */
	input: readonly PlainPart[];
	toolTokens: number;
	strategy: Recalled["strategy"];
	method: Recalled["method"];
	/**
	 * The messages that match the input, by `placeKey`. `leftOut`: why a message did not fit into the
	 * history.
	 */
	found: ReadonlyMap<string, FoundMessage & { leftOut?: PassedOverReason }>;
	/** Facts that were considered and are not in `facts`. */
	passedOver: readonly PassedOver[];
}

export interface Context {
	/**
	 * The prompt of the first model call: system text, earlier conversation, memory and the user's message.
	 */
	prompt: Prompt;
	ids: CallIds;
	recalled: Recalled;
}

function summed(dropped: readonly Dropped[]): Recalled["dropped"] {
	const byReason = new Map<DropReason, { count: number; from: number; to: number }>();
	for (const { reason, offset } of dropped) {
		const seen = byReason.get(reason);
		if (!seen) byReason.set(reason, { count: 1, from: offset, to: offset });
		else {
			seen.count += 1;
			seen.from = Math.min(seen.from, offset);
			seen.to = Math.max(seen.to, offset);
		}
	}
	return Array.from(byReason, ([reason, counts]) => ({ reason, ...counts }));
}

const factOf = ({ id, wording, score, parts, pinned }: RecalledFact): Recalled["facts"][number] => ({
	id,
	wording,
	score,
	...(parts && { parts: shortParts(parts) }),
	...(pinned && { pinned }),
});

const excerptOf = ({ sessionId, offset, score, parts }: ExcerptLine): Recalled["excerpts"][number] => ({
	sessionId,
	offset,
	...(score !== undefined && { score }),
	...(parts && { parts: shortParts(parts) }),
});

/** The messages that match the input and are still not replayed. */
function notReplayed(
	found: ContextParts["found"],
	replayed: Recalled["messages"],
	dropped: readonly Dropped[],
): PassedOver[] {
	if (found.size === 0) return [];
	const there = new Set(replayed.map(({ sessionId, offset }) => placeKey(sessionId, offset)));
	const reasons = new Map(
		dropped.map(({ sessionId, offset, reason }) => [placeKey(sessionId, offset), reason]),
	);
	return [...found]
		.filter(([key]) => !there.has(key))
		.map(([key, { sessionId, offset, score, parts, leftOut }]) => {
			const why = reasons.get(key);
			const reason = why === "tokens" ? "budget" : (why ?? leftOut ?? "not_replayed");
			return { kind: "message", sessionId, offset, score, parts, reason };
		});
}

function inputTokens(input: readonly PlainPart[]): number {
	return unitTokens({ role: "user", sessionId: "", place: 0, offsets: [], at: "", content: [...input] });
}

/** Builds the prompt of a run: valid for every provider, whatever the log contains. */
export function buildContext(parts: ContextParts): Context {
	const dropped: Dropped[] = [...parts.dropped];
	const fitted: FittedHistory = fitHistory(parts.history, parts.limits, dropped);
	const system: SystemParts = systemParts({
		instructions: parts.instructions,
		variables: parts.variables,
		summary: parts.summary?.content,
		hasHistory: fitted.units.length > 0,
	});
	const text = systemText(system);
	const ids = new CallIds();
	const prompt: Prompt = text === "" ? [] : [{ role: "system", content: text }];
	for (const unit of fitted.units) prompt.push(...unitPrompt(unit, ids));
	const memory = memoryParts(parts.facts, parts.excerpts.lines);
	const remembered = memoryText(memory);
	const input = userContent(parts.input);
	prompt.push({
		role: "user",
		content: remembered === "" ? input : [{ type: "text", text: remembered }, ...input],
	});
	const messages = fitted.units.flatMap(({ sessionId, offsets }) =>
		offsets.map((offset) => {
			const hit = parts.found.get(placeKey(sessionId, offset));
			return { sessionId, offset, ...(hit && { score: hit.score, parts: shortParts(hit.parts) }) };
		}),
	);
	const passedOver = bestPassedOver([
		...parts.passedOver,
		...parts.excerpts.passedOver.map((line) => ({ kind: "message" as const, ...line })),
		...notReplayed(parts.found, messages, dropped),
	]);
	return {
		prompt,
		ids,
		recalled: {
			strategy: parts.strategy,
			...(parts.method && { method: parts.method }),
			facts: parts.facts.map(factOf),
			excerpts: parts.excerpts.lines.map(excerptOf),
			messages,
			...(passedOver.length > 0 && { passedOver }),
			dropped: summed(dropped),
			...(parts.summary && { summarizedTo: parts.summary.upTo }),
			tokens: {
				instructions: estimateTokens(system.instructions) + estimateTokens(system.note),
				variables: estimateTokens(system.variables),
				facts: estimateTokens(memory.facts),
				excerpts: estimateTokens(memory.excerpts),
				summary: estimateTokens(system.summary),
				history: fitted.tokens,
				input: inputTokens(parts.input),
				tools: parts.toolTokens,
			},
		},
	};
}
