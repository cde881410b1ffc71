import type { JsonObject } from "../../event/index.ts";
import type { ScoreParts } from "../../session/index.ts";
import type { DropReason } from "./history-units.ts";

/** Where the tokens of a prompt go, as estimated. */
export interface PromptTokens {
	instructions: number;
	variables: number;
	facts: number;
	excerpts: number;
	summary: number;
	history: number;
	input: number;
	tools: number;
}

/**
 * Why a candidate is not in the prompt: `budget`, no room left among the tokens; `limit`, there were enough; `expired`, `superseded`,
 * `quarantined`, a fact that does not hold, or not yet; the others as of messages that are dropped.
 */
export type PassedOverReason =
	| "budget"
	| "limit"
	| "expired"
	| "superseded"
	| "quarantined"
	| Exclude<DropReason, "limit" | "tokens">;

/** Something that was looked at and did not enter the prompt. */
export type PassedOver = {
	score: number;
	/** Add up to the score; empty for what nothing of the input fits. */
	parts: ScoreParts;
	reason: PassedOverReason;
} & (
	| { kind: "fact"; id: string; wording?: number; pinned?: true }
	| { kind: "message"; sessionId: string; offset: number }
);

/** What a run was given to remember, and what was left out. */
export interface Recalled {
	strategy: "all" | "relevant" | "both" | "none";
	/** How earlier messages and facts were searched, where they were. */
	method?: "hybrid" | "keyword" | "vector";
	/**
	 * The facts that entered the prompt, and how well each fits the input: `parts` add up to the score. Without parts: it came along
	 * because it is pinned, or because there are few. `wording` is the number of the words it had: `memory.get(id, { wording })` reads
	 * them. Runs of earlier versions have none.
	 */
	facts: { id: string; wording?: number; score: number; parts?: ScoreParts; pinned?: true }[];
	/**
	 * The lines of earlier conversations that entered the prompt: of other sessions, and of this one beyond what is replayed. Those
	 * without a score explain the line before or after them.
	 */
	excerpts: { sessionId: string; offset: number; score?: number; parts?: ScoreParts }[];
	/** The replayed events. With a score, and what it is made of: those that were found because they fit the input. */
	messages: { sessionId: string; offset: number; score?: number; parts?: ScoreParts }[];
	/** The best of what was looked at and did not enter the prompt, and why; at most 20. */
	passedOver?: PassedOver[];
	/** What was read and not replayed, by reason. */
	dropped: { reason: DropReason; count: number; from: number; to: number }[];
	/** The offset up to which a summary stands in for the log. */
	summarizedTo?: number;
	tokens: PromptTokens;
}

/** An event of a session, as a key. */
export const placeKey = (sessionId: string, offset: number): string => `${offset} ${sessionId}`;

/** As many of those that did not make it are kept with a run. */
const MOST_PASSED_OVER = 20;

/** The best of those that did not make it. What is pinned should have come along: it is told first. */
export function bestPassedOver(candidates: readonly PassedOver[]): PassedOver[] {
	const isPinned = (one: PassedOver): number => (one.kind === "fact" && one.pinned ? 1 : 0);
	return candidates
		.toSorted((a, b) => isPinned(b) - isPinned(a) || b.score - a.score)
		.slice(0, MOST_PASSED_OVER)
		.map((one) => ({ ...one, parts: shortParts(one.parts) }));
}

/** Parts with as many digits as tell something: each run keeps them. */
export function shortParts(parts: ScoreParts): ScoreParts {
	const short = Object.entries(parts).map(([part, value]) => [part, Math.round(value * 1e6) / 1e6]);
	return Object.fromEntries(short) as ScoreParts;
}

type StoredMessages = {
	sessionId: string;
	offsets: number[];
	/** By offset; only where they were asked for. */
	scores?: Record<number, number>;
	parts?: Record<number, ScoreParts>;
};

/** The form in which a run's record keeps it: offsets by session instead of one object for each. */
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
	// Runs of earlier versions have none.
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
