import { HoldfastError } from "../../error/index.ts";
import { judgeStatement, MOST_KNOWN, type StructuredModel } from "../extract/model/index.ts";
import { compareStatements } from "../facts/compare/index.ts";

/** A statement that is known, and the id it is known by. */
export interface Known {
	id: string;
	content: string;
}

/** How a new statement stands to known ones. */
export interface Verdict {
	/** The one that says the same, with the words for both if somebody found better ones. */
	same: { id: string; content?: string; reason: string } | undefined;
	/** Those that no longer hold if the new one does. */
	contradicts: { id: string; reason: string }[];
	/** Those of which nobody is sure. */
	related: string[];
}

/** Compares statements. Whoever is unsure says so: a fact too many does less harm than one that is lost. */
export interface Judge {
	readonly name: string;
	/** `known` has the nearest first. */
	judge(content: string, known: readonly Known[], signal?: AbortSignal): Promise<Verdict>;
}

/** The model could be asked, and what it said was of no use. */
export const isBadAnswer = (error: unknown): boolean =>
	HoldfastError.isInstance(error) &&
	error.code === "model_failed" &&
	HoldfastError.isInstance(error.cause) &&
	error.cause.code === "invalid";

/** Compares by rules, without a model. */
export const ruleJudge: Judge = {
	name: "holdfast-rules-1",
	async judge(content, known) {
		return byRules(content, known);
	},
};

function byRules(content: string, known: readonly Known[]): Verdict {
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

/** Asks a model about what the rules do not see at once. */
export function modelJudge(model: StructuredModel): Judge {
	return {
		name: `model:${model.name}`,
		async judge(content, known, signal) {
			const plain = byRules(content, known);
			if (plain.same || known.length === 0) return plain;
			const asked = known.slice(0, MOST_KNOWN);
			const judgement = await judgeStatement(model, content, asked, signal && { signal }).catch((error) => {
				if (isBadAnswer(error)) return undefined;
				throw error;
			});
			// A model that does not answer the question leaves it to the rules.
			if (!judgement) return plain;
			const { relation, id, content: both } = judgement;
			const reason = `said by ${model.name}`;
			const none: Verdict = { same: undefined, contradicts: [], related: [] };
			if (id === undefined) return none;
			if (relation === "same")
				return { ...none, same: { id, reason, ...(both !== undefined && { content: both }) } };
			if (relation === "contradicts") return { ...none, contradicts: [{ id, reason }] };
			return { ...none, related: [id] };
		},
	};
}
