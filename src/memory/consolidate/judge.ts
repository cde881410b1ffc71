import { HoldfastError } from "../../error/index.ts";
import type { Compared } from "../extract/index.ts";
import { compareStatements } from "../facts/compare/index.ts";

/** A statement that is known, and the id it is known by. */
export interface Known {
	id: string;
	content: string;
}

/** How a new statement stands to known ones. Where nobody is sure both stay: a fact too many does less harm than a lost one. */
export interface Verdict {
	/** The one that says the same, with the words for both if somebody found better ones. */
	same: { id: string; content?: string; reason: string } | undefined;
	/** Those that no longer hold if the new one does. */
	contradicts: { id: string; reason: string }[];
	/** Those of which nobody is sure. */
	related: string[];
}

/** The model could be asked, and what it said was of no use. */
export const isBadAnswer = (error: unknown): boolean =>
	HoldfastError.isInstance(error) &&
	error.code === "model_failed" &&
	HoldfastError.isInstance(error.cause) &&
	error.cause.code === "invalid";

/** Compares by rules, without a model. `known` has the nearest first. */
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
 * Takes the word of the extractor. Of facts that it was not shown, or that came in while it was reading, the rules find those
 * that say the same. `to` is the fact that it relates the statement to, if there still is one.
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
