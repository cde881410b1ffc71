import { recallTwice } from "../../text/recall-twice.ts";
import { type Clash, findClash } from "./check-structure.ts";
import { compareFrames } from "./compare-frames.ts";
import { comparePlain } from "./compare-plain.ts";
import type { Comparison } from "./comparison.ts";
import { findContradiction } from "./find-contradiction.ts";
import { findEnding, findExclusion, findReversal } from "./find-exclusion.ts";
import { type Match, matchTokens } from "./match-tokens.ts";
import { readStatement } from "./read-statement.ts";
import type { Statement } from "./statement.ts";

/**
 * Compares two statements by their words alone: without a model or network, and always with the same result. In
 * doubt the result is not "same", because a wrong "same" destroys a fact, while a missed one only repeats it.
 *
 * @example compareStatements("The user is fond of jazz.", "I really like jazz.").relation; // "same"
 * compareStatements("The user works at Acme.", "The user works at Globex.").relation; // "contradicts"
 * compareStatements("The user likes tea.", "The user likes coffee.").relation; // not the same, nor a contradiction
 */
export function compareStatements(a: string, b: string): Comparison {
	return compareRead(recall(a), recall(b));
}

/** A cache of parsed statements, because a new fact is compared with many known ones. */
const recall = recallTwice(readStatement, 1_000);

/** The same for parsed statements, for callers that compare one statement with many. */
export function compareRead(a: Statement, b: Statement): Comparison {
	if (a.plain === b.plain) return { relation: "same", confidence: 1, reason: "same words" };
	if (!a.english || !b.english) return comparePlain(a.plain, b.plain);
	const asWritten = compareWords(a, b);
	if (a.variant === undefined && b.variant === undefined) return asWritten;
	if (asWritten.relation === "same" || asWritten.relation === "contradicts") return asWritten;
	const otherwise = compareWords(a.variant ?? a, b.variant ?? b);
	return otherwise.relation === "same" || otherwise.relation === "contradicts" ? otherwise : asWritten;
}

function compareWords(a: Statement, b: Statement): Comparison {
	const match = matchTokens(a, b);
	const clash = findClash(a, b, match);
	if (match.onlyA.length === 0 && match.onlyB.length === 0 && match.pairs.length > 0)
		return sameWords(a, b, match, clash);
	const byFrame = clash === "owner" || clash === "modality" ? undefined : compareFrames(a, b);
	if (byFrame !== undefined && byFrame.relation !== "related") return byFrame;
	return (
		findContradiction(a, b, match, clash) ??
		findExclusion(a, b) ??
		findReversal(a, b) ??
		findEnding(a, b, match) ??
		byFrame ??
		overlap(match)
	);
}

function sameWords(a: Statement, b: Statement, match: Match, clash: Clash): Comparison {
	if (clash === "") return { relation: "same", confidence: 0.9, reason: "same content" };
	if (clash === "comparison")
		return { relation: "contradicts", confidence: 0.85, reason: "the other way round" };
	if (clash === "negation")
		return (
			findContradiction(a, b, match, clash) ?? { relation: "related", confidence: 0.5, reason: "negation" }
		);
	return { relation: "related", confidence: 0.5, reason: `same words, other ${clash}` };
}

function overlap({ pairs, onlyA, onlyB }: Match): Comparison {
	const shared = pairs.filter(([x]) => x.key !== "user" && x.key !== "be" && x.key !== "have").length;
	const share = shared / Math.max(1, shared + Math.max(onlyA.length, onlyB.length));
	if (share >= 0.5) return { relation: "related", confidence: 0.5, reason: "same topic, other details" };
	return { relation: "different", confidence: 0.9 - share / 2, reason: "other content" };
}
