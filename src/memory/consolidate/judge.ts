import { HoldfastError } from "../../error/index.ts";
import type { Compared } from "../extract/index.ts";
import { compareStatements } from "../facts/compare/index.ts";

/** A known fact. */
export interface Known {
	id: string;
	content: string;
}

/**
 * How a new statement relates to known facts. In doubt both stay, because a redundant fact does less harm than a
 * lost one.
 */
export interface Verdict {
	/** The fact that says the same. `content`: a better wording for both, if there is one. */
	same: { id: string; content?: string; reason: string } | undefined;
	/** Facts that are no longer true if the statement is. */
	contradicts: { id: string; reason: string }[];
	/** Facts that may say the same or the opposite. */
	related: string[];
}

/** The model responded, but its answer was unusable. */
export const isBadAnswer = (error: unknown): boolean =>
	HoldfastError.isInstance(error) &&
	error.code === "model_failed" &&
	HoldfastError.isInstance(error.cause) &&
	error.cause.code === "invalid";

/** Compares by rules, without a model. `known` is sorted, nearest first. */
export function judgeByRules(content: string, known: readonly Known[]): Verdict {
	const verdict: Verdict = { same: undefined, contradicts: [], related: [] };
	let surest = 0;
	for (const { id, content: other } of known) {
		const { relation, confidence, reason } = compareStatements(other, content);
		if (relation === "same" && confidence > surest) {
			verdict.same = { id, reason };
			surest = confidence;
		} else if (relation === "contradicts") verdict.contradicts.push({ id, reason });
		else if (relation === "related") verdict.related.push(id);
	}
	return verdict;
}

/**
 * Uses the extractor's own comparison. Facts that the extractor was not shown, or that were stored while it was
 * reading, are compared by rules, but only to find one that says the same. `to` is the fact that the extractor
 * named, if it still exists.
 */
export function judgeAsCompared(
	content: string,
	known: readonly Known[],
	compared: Compared,
	to: Known | undefined,
	by: string,
): Verdict {
	const reason = `said by ${by}`;
	const none: Verdict = { same: undefined, contradicts: [], related: [] };
	const kind = to && compared.relation?.kind;
	if (to && (kind === "same" || kind === "more_exact"))
		return { ...none, same: { id: to.id, reason, ...(kind === "more_exact" && { content }) } };
	const equal = known.find((one) => one.content === content);
	if (equal) return { ...none, same: { id: equal.id, reason: "word for word" } };
	const unseen = known.filter((one) => !compared.with.includes(one.content));
	return {
		same: judgeByRules(content, unseen).same,
		contradicts: to && kind === "contradicts" ? [{ id: to.id, reason }] : [],
		related: to && kind === "related" ? [to.id] : [],
	};
}
