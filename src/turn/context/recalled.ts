import type { JsonObject } from "../../event/index.ts";
import type { ScoreParts } from "../../session/index.ts";
import type { DropReason } from "./history-units.ts";

/** Estimated tokens of each part of a prompt. */
export interface PromptTokens {
	/** The agent's instructions. */
	instructions: number;
	/** Variables of the user. */
	variables: number;
	/** Facts. */
	facts: number;
	/** Excerpts of earlier messages. */
	excerpts: number;
	/** The summary. */
	summary: number;
	/** Replayed messages. */
	history: number;
	/** The input of the run. */
	input: number;
	/** Descriptions of the tools. */
	tools: number;
}

/**
 * Why a candidate is not in the prompt. `budget`: it did not fit into the token budget. `limit`: the maximum
 * number was reached. `expired`, `superseded`, `quarantined`: the fact is no longer valid, or not yet. The
 * other reasons are those of dropped messages.
 */
export type PassedOverReason =
	| "budget"
	| "limit"
	| "expired"
	| "superseded"
	| "quarantined"
	| Exclude<DropReason, "limit" | "tokens">;

/** A candidate that did not go into the prompt. */
export type PassedOver = {
	/** The score of the candidate. */
	score: number;
	/** The parts add up to the score. Empty if nothing of it matches the input. */
	parts: ScoreParts;
	/** Why it is not in the prompt. */
	reason: PassedOverReason;
} & (
	| { kind: "fact"; id: string; wording?: number; pinned?: true }
	| { kind: "message"; sessionId: string; offset: number }
);

/** The facts, excerpts and messages that a run recalled, and what was left out. */
export interface Recalled {
	/** How earlier messages were chosen. */
	strategy: "all" | "relevant" | "both" | "none";
	/** How earlier messages and facts were searched, if they were. */
	method?: "hybrid" | "keyword" | "vector";
	/**
	 * The facts that went into the prompt, and how well each matches the input: `parts` add up to the score.
	 * A fact without parts was included anyway, because it is pinned or because there are few facts.
	 * `wording` is the number of the wording that the fact had: `memory.get(id, { wording })` reads it. Runs
	 * of earlier versions have none.
	 */
	facts: { id: string; wording?: number; score: number; parts?: ScoreParts; pinned?: true }[];
	/**
	 * The lines of earlier conversations that went into the prompt: from other sessions, and from this one
	 * beyond the replay. Lines without a score explain the line before or after them.
	 */
	excerpts: { sessionId: string; offset: number; score?: number; parts?: ScoreParts }[];
	/**
	 * The replayed events. Events that were found because they match the input have a score and its parts.
	 */
	messages: { sessionId: string; offset: number; score?: number; parts?: ScoreParts }[];
	/** The best candidates that did not go into the prompt, and why; at most 20. */
	passedOver?: PassedOver[];
	/** Events that were read and not replayed, by reason. */
	dropped: { reason: DropReason; count: number; from: number; to: number }[];
	/** The offset up to which a summary replaces the log. */
	summarizedTo?: number;
	/** Estimated tokens of each part of the prompt. */
	tokens: PromptTokens;
}

/** The key of an event of a session. */
export const placeKey = (sessionId: string, offset: number): string => `${offset} ${sessionId}`;

/** Maximum number of unused candidates that are stored with a run. */
const MOST_PASSED_OVER = 20;

/** The best unused candidates. Pinned facts come first, because they should have been included. */
export function bestPassedOver(candidates: readonly PassedOver[]): PassedOver[] {
	const isPinned = (one: PassedOver): number => (one.kind === "fact" && one.pinned ? 1 : 0);
	return candidates
		.toSorted((a, b) => isPinned(b) - isPinned(a) || b.score - a.score)
		.slice(0, MOST_PASSED_OVER)
		.map((one) => ({ ...one, parts: shortParts(one.parts) }));
}

/** Rounds the parts to 6 decimal places, because each run stores them. */
export function shortParts(parts: ScoreParts): ScoreParts {
	const short = Object.entries(parts).map(([part, value]) => [part, Math.round(value * 1e6) / 1e6]);
	return Object.fromEntries(short) as ScoreParts;
}

type StoredMessages = {
	sessionId: string;
	offsets: number[];
	/** By offset, only for messages that were searched for. */
	scores?: Record<number, number>;
	parts?: Record<number, ScoreParts>;
};

/** The form in which a run's record stores it: offsets grouped by session, instead of one object for each. */
export function recalledJson({ messages, ...rest }: Recalled): JsonObject {
	const sessions: StoredMessages[] = [];
	for (const { sessionId, offset, score, parts } of messages) {
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
		if (parts) {
			last.parts ??= {};
			last.parts[offset] = parts;
		}
	}
	return { ...rest, sessions, tokens: { ...rest.tokens } } as unknown as JsonObject;
}

export function recalledOf(json: JsonObject): Recalled {
	const { sessions, ...rest } = json as unknown as Omit<Recalled, "messages"> & {
		sessions: StoredMessages[];
	};
	const messages = sessions.flatMap(({ sessionId, offsets, scores = {}, parts = {} }) =>
		offsets.map((offset) => {
			const score = scores[offset];
			const made = parts[offset];
			return { sessionId, offset, ...(score !== undefined && { score }), ...(made && { parts: made }) };
		}),
	);
	// Runs of earlier versions have no excerpts.
	return { ...rest, excerpts: rest.excerpts ?? [], messages };
}

export const emptyRecall = (): Recalled => ({
	strategy: "none",
	facts: [],
	excerpts: [],
	messages: [],
	dropped: [],
	tokens: {
		instructions: 0,
		variables: 0,
		facts: 0,
		excerpts: 0,
		summary: 0,
		history: 0,
		input: 0,
		tools: 0,
	},
});
