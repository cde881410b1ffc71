import type { Json, JsonObject, MessagePart } from "../../event/index.ts";
import type { RecalledFact } from "../../memory/recall/recall-facts.ts";
import { estimateTokens, type Prompt } from "../../model/index.ts";
import { type FittedHistory, fitHistory, type HistoryLimits, unitTokens } from "./fit-history.ts";
import type { Dropped, DropReason, Unit } from "./history-units.ts";
import { type SystemParts, systemParts, systemText } from "./system-text.ts";
import { CallIds, unitPrompt, userContent } from "./to-prompt.ts";

/** Where the tokens of a prompt go, as estimated. */
export interface PromptTokens {
	instructions: number;
	variables: number;
	facts: number;
	summary: number;
	history: number;
	input: number;
	tools: number;
}

/** What a run was given to remember, and what was left out. */
export interface Recalled {
	strategy: "all" | "relevant" | "both" | "none";
	/** How earlier messages and facts were searched, where they were. */
	method?: "hybrid" | "keyword" | "vector";
	/** The facts that entered the prompt, and how well each fits the input. */
	facts: { id: string; score: number }[];
	/** The replayed events. */
	messages: { sessionId: string; offset: number; score?: number }[];
	/** What was read and not replayed, by reason. */
	dropped: { reason: DropReason; count: number; from: number; to: number }[];
	/** The offset up to which a summary stands in for the log. */
	summarizedTo?: number;
	tokens: PromptTokens;
}

export interface ContextParts {
	/** With their keys filled in. */
	instructions: string;
	variables: Readonly<Record<string, Json>>;
	/** Earlier conversation, oldest first. */
	history: readonly Unit[];
	limits: HistoryLimits;
	facts: readonly RecalledFact[];
	summary: { content: string; upTo: number } | undefined;
	/** What has been left out already. */
	dropped: readonly Dropped[];
	/** The run's own message. */
	input: readonly MessagePart[];
	toolTokens: number;
	strategy: Recalled["strategy"];
	method: Recalled["method"];
	/** How well a message fits, where that was asked. */
	scoreOf(sessionId: string, offset: number): number | undefined;
}

export interface Context {
	/** System text, earlier conversation, the user's message: what the first call of the model gets. */
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

function inputTokens(input: readonly MessagePart[]): number {
	return unitTokens({ role: "user", sessionId: "", place: 0, offsets: [], at: "", content: [...input] });
}

/** The prompt of a run: valid for every provider, whatever the log holds. */
export function buildContext(parts: ContextParts): Context {
	const dropped: Dropped[] = [...parts.dropped];
	const fitted: FittedHistory = fitHistory(parts.history, parts.limits, dropped);
	const system: SystemParts = systemParts({
		instructions: parts.instructions,
		variables: parts.variables,
		facts: parts.facts,
		summary: parts.summary?.content,
		hasHistory: fitted.units.length > 0,
	});
	const text = systemText(system);
	const ids = new CallIds();
	const prompt: Prompt = text === "" ? [] : [{ role: "system", content: text }];
	for (const unit of fitted.units) prompt.push(...unitPrompt(unit, ids));
	prompt.push({ role: "user", content: userContent(parts.input) });
	return {
		prompt,
		ids,
		recalled: {
			strategy: parts.strategy,
			...(parts.method && { method: parts.method }),
			facts: parts.facts.map(({ id, score }) => ({ id, score })),
			messages: fitted.units.flatMap(({ sessionId, offsets }) =>
				offsets.map((offset) => {
					const score = parts.scoreOf(sessionId, offset);
					return { sessionId, offset, ...(score !== undefined && { score }) };
				}),
			),
			dropped: summed(dropped),
			...(parts.summary && { summarizedTo: parts.summary.upTo }),
			tokens: {
				instructions: estimateTokens(system.instructions) + estimateTokens(system.note),
				variables: estimateTokens(system.variables),
				facts: estimateTokens(system.facts),
				summary: estimateTokens(system.summary),
				history: fitted.tokens,
				input: inputTokens(parts.input),
				tools: parts.toolTokens,
			},
		},
	};
}

type StoredMessages = {
	sessionId: string;
	offsets: number[];
	/** By offset; only where they were asked for. */
	scores?: Record<number, number>;
};

/** The form in which a run's record keeps it: offsets by session instead of one object for each. */
export function recalledJson({ messages, ...rest }: Recalled): JsonObject {
	const sessions: StoredMessages[] = [];
	for (const { sessionId, offset, score } of messages) {
		let last = sessions.at(-1);
		if (last?.sessionId !== sessionId) {
			last = { sessionId, offsets: [] };
			sessions.push(last);
		}
		last.offsets.push(offset);
		if (score !== undefined) {
			last.scores ??= {};
			last.scores[offset] = score;
		}
	}
	return { ...rest, sessions, tokens: { ...rest.tokens } } as JsonObject;
}

export function recalledOf(json: JsonObject): Recalled {
	const { sessions, ...rest } = json as unknown as Omit<Recalled, "messages"> & {
		sessions: StoredMessages[];
	};
	const messages = sessions.flatMap(({ sessionId, offsets, scores = {} }) =>
		offsets.map((offset) => {
			const score = scores[offset];
			return { sessionId, offset, ...(score !== undefined && { score }) };
		}),
	);
	return { ...rest, messages };
}

export const emptyRecall = (): Recalled => ({
	strategy: "none",
	facts: [],
	messages: [],
	dropped: [],
	tokens: { instructions: 0, variables: 0, facts: 0, summary: 0, history: 0, input: 0, tools: 0 },
});
