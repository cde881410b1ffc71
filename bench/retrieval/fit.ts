/*
 * node bench/retrieval/fit.ts [folder]
 *
 * Fits the weights of the ranking of messages on LoCoMo and says how good such a fit is on a conversation that was not
 * in it (leave one out). The figures of the product are taken with the weights in src/memory/rank/weights.ts, which come
 * from here, rounded.
 */
import { measureMessages } from "../../src/memory/rank/measure-messages.ts";
import { readQuery } from "../../src/memory/rank/query.ts";
import { FITTED, MESSAGE_FEATURES } from "../../src/memory/rank/weights.ts";
import { loadBuiltinEmbedder } from "../../src/model/embedder/index.ts";
import type { Dataset, Place } from "./dataset.ts";
import { type Answered, type Figures, judge, macro, micro } from "./metrics.ts";
import { viewOf } from "./our-view.ts";
import { readLocomo } from "./read-locomo.ts";

const COUNT = MESSAGE_FEATURES.length;

/** A question with the messages that may answer it, measured. */
interface Case {
	dataset: string;
	slice: string;
	evidence: readonly Place[];
	places: Place[];
	features: Float64Array;
	/** For each of them its share of the evidence. */
	shares: Float64Array;
}

const embedder = await loadBuiltinEmbedder();

function casesOf(dataset: Dataset): Case[] {
	const view = viewOf(dataset, embedder);
	return dataset.questions.flatMap(({ text, slice, evidence }) => {
		if (evidence.length === 0) return [];
		const { docs, features } = measureMessages(view, readQuery(text, { embedder }), "hybrid");
		const wanted = new Set(evidence.map(([session, index]) => `${session} ${index}`));
		const places = docs.map((doc): Place => {
			const { session, offset } = view.columns;
			return [view.sessions[session[doc] as number]?.key ?? "", offset[doc] as number];
		});
		const found = places.map(([session, index]) => (wanted.has(`${session} ${index}`) ? 1 : 0));
		const total = found.reduce<number>((sum, one) => sum + one, 0);
		const shares = Float64Array.from(found, (one) => (total === 0 ? 0 : one / total));
		return [{ dataset: dataset.name, slice, evidence, places, features, shares }];
	});
}

function scoresOf({ places, features }: Case, weights: Float64Array): Float64Array {
	return Float64Array.from(places, (_, i) => {
		let score = 0;
		for (let f = 0; f < COUNT; f++) score += (features[i * COUNT + f] as number) * (weights[f] as number);
		return score;
	});
}

/** Adds the gradient of how unlikely a softmax over the scores makes the evidence. */
function descend(one: Case, weights: Float64Array, share: number, gradient: Float64Array): void {
	const scores = scoresOf(one, weights);
	const highest = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
	const powers = scores.map((score) => Math.exp(score - highest));
	const total = powers.reduce((sum, power) => sum + power, 0);
	powers.forEach((power, i) => {
		const off = share * (power / total - (one.shares[i] as number));
		for (let f = 0; f < COUNT; f++) {
			gradient[f] = (gradient[f] as number) + off * (one.features[i * COUNT + f] as number);
		}
	});
}

/** Kinds of question count alike to this part; the rest goes by the number of questions. */
const MACRO = 0.7;
/** How much the weights are held back from straying from where they start. */
const HOLD = 0.0002;
const STEPS = 400;

function fitWeights(cases: readonly Case[]): Float64Array {
	const start = Float64Array.from(MESSAGE_FEATURES, (name) => FITTED[name]);
	const weights = start.slice();
	const usable = cases.filter(({ shares }) => shares.some((share) => share > 0));
	const sizes = Map.groupBy(usable, ({ slice }) => slice);
	const [mean, square] = [new Float64Array(COUNT), new Float64Array(COUNT)];
	for (let step = 1; step <= STEPS; step++) {
		const gradient = weights.map((weight, f) => HOLD * (weight - (start[f] as number)));
		for (const one of usable) {
			const alike = 1 / sizes.size / (sizes.get(one.slice)?.length ?? 1);
			descend(one, weights, MACRO * alike + (1 - MACRO) / usable.length, gradient);
		}
		// Adam, so that features of all sizes move alike.
		for (let f = 0; f < COUNT; f++) {
			const g = gradient[f] as number;
			mean[f] = 0.9 * (mean[f] as number) + 0.1 * g;
			square[f] = 0.999 * (square[f] as number) + 0.001 * g * g;
			const upright = (mean[f] as number) / (1 - 0.9 ** step);
			const steady = Math.sqrt((square[f] as number) / (1 - 0.999 ** step)) + 1e-9;
			weights[f] = (weights[f] as number) - (0.05 * upright) / steady;
		}
	}
	return weights;
}

function answer(cases: readonly Case[], weights: Float64Array): Answered[] {
	return cases.map((one) => {
		const scores = scoresOf(one, weights);
		const order = Array.from(scores.keys()).sort((a, b) => (scores[b] as number) - (scores[a] as number));
		const found = order.slice(0, 10).map((i) => one.places[i] as Place);
		return { dataset: one.dataset, slice: one.slice, questions: 1, ...judge(found, one.evidence) };
	});
}

const percent = ({ recall5, recall10, ndcg10 }: Figures): string =>
	[recall5, recall10, ndcg10].map((value) => (100 * value).toFixed(1)).join(" / ");
const show = (what: string, answered: readonly Answered[]): void =>
	console.log(`${what}: macro ${percent(macro(answered))}, micro ${percent(micro(answered))}`);

const datasets = readLocomo(process.argv[2] ?? process.env.LOCOMO ?? "../shared/locomo");
const cases = datasets.map(casesOf);
const leftOut = cases.map((own, i) =>
	answer(own, fitWeights(cases.filter((_, other) => other !== i).flat())),
);
leftOut.forEach((answered, i) => {
	show(`  ${datasets[i]?.name} left out`, answered);
});
show("leave one out", leftOut.flat());
show(
	"weights of the product",
	answer(
		cases.flat(),
		Float64Array.from(MESSAGE_FEATURES, (name) => FITTED[name]),
	),
);
const fitted = fitWeights(cases.flat());
show("fitted on all", answer(cases.flat(), fitted));
MESSAGE_FEATURES.forEach((name, f) => {
	console.log(`  ${name}: ${(fitted[f] as number).toFixed(2)}`);
});
