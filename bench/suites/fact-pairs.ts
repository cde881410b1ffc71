/*
 * node bench/suites/fact-pairs.ts                     precision and recall on the labelled pairs, beside a plain word overlap
 * node bench/suites/fact-pairs.ts confusions [split]  the pairs that were judged wrong as well
 */
import { compareStatements } from "../../src/memory/facts/compare/index.ts";
import { stemEnglish } from "../../src/memory/text/stem-english.ts";
import { type FactPair, type Label, readPairs, SPLITS, type Split } from "../data/fact-pairs/read-pairs.ts";
import { type Score, scorePairs } from "../data/fact-pairs/score-pairs.ts";
import { forInformation, perSecond, type Row } from "../measure.ts";

const FOUND: readonly Label[] = ["same", "contradicts"];
/** What a wrong merge and a wrong replacement may cost at most. */
const FLOOR: Record<Label, number> = { same: 0.95, contradicts: 0.9, different: 0 };
const NEGATIONS = /\b(not|no|never|without|cannot)\b|n't\b|\b(nicht|kein\w*|pas|non|não)\b/i;

const judge = ({ a, b }: FactPair): string => compareStatements(a, b).relation;

/** The judge to beat: the share of stems in common, and a look for a "not" or another number. */
function overlapJudge(threshold: number): (pair: FactPair) => string {
	return ({ a, b }) => {
		if (overlap(a, b) < threshold) return "different";
		return NEGATIONS.test(a) !== NEGATIONS.test(b) || numbers(a) !== numbers(b) ? "contradicts" : "same";
	};
}

function stems(text: string): Set<string> {
	return new Set(
		(text.toLowerCase().match(/[\p{L}\p{N}@.]+/gu) ?? []).map((word) => stemEnglish(word.replace(/\.$/, ""))),
	);
}

const numbers = (text: string): string => (text.match(/\d+/g) ?? []).join();

function overlap(a: string, b: string): number {
	const left = stems(a);
	const right = stems(b);
	const shared = [...left].filter((stem) => right.has(stem)).length;
	return shared / (left.size + right.size - shared);
}

/** The threshold at which the overlap finds most of what is the same in the pairs the rules were written with (best F1). */
function bestThreshold(): number {
	const pairs = readPairs("dev");
	const tried = Array.from({ length: 20 }, (_, i) => (i + 1) / 20);
	const f1 = (at: number): number => {
		const { precision, recall } = scorePairs(pairs, "same", overlapJudge(at));
		return (2 * precision * recall) / (precision + recall || 1);
	};
	return tried.reduce((best, at) => (f1(at) > f1(best) ? at : best));
}

const show = ({ precision, recall }: Score): string => `${precision.toFixed(3)} / ${recall.toFixed(3)}`;

/** Precision and recall of "same" and "contradicts" on each split, and how many pairs are compared in a second. */
export async function factPairs(): Promise<Row[]> {
	const baseline = overlapJudge(bestThreshold());
	const rows = SPLITS.flatMap((split) =>
		FOUND.map((label): Row => {
			const pairs = readPairs(split);
			const ours = scorePairs(pairs, label, judge);
			const plain = scorePairs(pairs, label, baseline);
			return {
				what: `facts: ${label}, ${split}, precision / recall`,
				ours: show(ours),
				raw: show(plain),
				ratio: ours.precision / plain.precision,
				target: `precision ≥ ${FLOOR[label]}`,
				meets: ours.precision >= FLOOR[label],
			};
		}),
	);
	return [...rows, speed(baseline)];
}

function speed(baseline: (pair: FactPair) => string): Row {
	const pairs = SPLITS.flatMap(readPairs);
	const time = (run: (pair: FactPair) => string): number => {
		const start = performance.now();
		for (let i = 0; i < 20; i++) for (const pair of pairs) run(pair);
		return performance.now() - start;
	};
	time(judge);
	const [ours, plain] = [time(judge), time(baseline)];
	const count = pairs.length * 20;
	return forInformation(
		"facts: pairs compared",
		perSecond(count, ours),
		perSecond(count, plain),
		plain / ours,
	);
}

function printConfusions(split: Split): void {
	for (const label of FOUND) {
		const { wrong, missed } = scorePairs(readPairs(split), label, judge);
		for (const [what, pairs] of Object.entries({ wrong, missed }))
			for (const { a, b, label: is } of pairs)
				console.log(`${split} ${what} ${label} (is ${is}): ${a} | ${b} [${compareStatements(a, b).reason}]`);
	}
}

if (import.meta.main) {
	const [, , wanted, only] = process.argv;
	console.log("| | Holdfast | word overlap | target | |\n|---|---|---|---|---|");
	for (const { what, ours, raw, target, meets } of await factPairs())
		console.log(`| ${what} | ${ours} | ${raw} | ${target} | ${meets ? "met" : "**missed**"} |`);
	if (wanted === "confusions")
		for (const split of SPLITS) if (only === undefined || only === split) printConfusions(split);
}
