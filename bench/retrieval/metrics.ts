import type { Dataset, Open, Place } from "./dataset.ts";

export interface Figures {
	questions: number;
	/** The part of the evidence among the first five and ten, and its ranks among the first ten. */
	recall5: number;
	recall10: number;
	ndcg10: number;
}

/** The figures of one question. */
export interface Answered extends Figures {
	dataset: string;
	slice: string;
}

const idOf = ([session, index]: Place): string => `${index} ${session}`;

/** How well a list of places holds the evidence. Each piece counts once, wherever it comes again. */
export function judge(found: readonly Place[], evidence: readonly Place[]): Omit<Figures, "questions"> {
	const wanted = new Set(evidence.map(idOf));
	const seen = new Set<string>();
	let five = 0;
	let gain = 0;
	found.slice(0, 10).forEach((place, rank) => {
		const id = idOf(place);
		if (!wanted.has(id) || seen.has(id)) return;
		seen.add(id);
		if (rank < 5) five++;
		gain += 1 / Math.log2(rank + 2);
	});
	let ideal = 0;
	for (let rank = 0; rank < Math.min(wanted.size, 10); rank++) ideal += 1 / Math.log2(rank + 2);
	return { recall5: five / wanted.size, recall10: seen.size / wanted.size, ndcg10: gain / ideal };
}

/** Asks all questions of the data sets that have evidence. */
export async function ask(datasets: readonly Dataset[], open: Open): Promise<Answered[]> {
	const answered: Answered[] = [];
	for (const dataset of datasets) {
		const search = await open(dataset);
		for (const { text, slice, evidence } of dataset.questions) {
			if (evidence.length === 0) continue;
			const figures = judge(await search(text, 10), evidence);
			answered.push({ dataset: dataset.name, slice, questions: 1, ...figures });
		}
	}
	return answered;
}

/** The mean of figures, each counted alike. */
export function mean(figures: readonly Figures[]): Figures {
	const of = (name: Exclude<keyof Figures, "questions">): number =>
		figures.reduce((sum, one) => sum + one[name], 0) / Math.max(1, figures.length);
	const questions = figures.reduce((sum, one) => sum + one.questions, 0);
	return { questions, recall5: of("recall5"), recall10: of("recall10"), ndcg10: of("ndcg10") };
}

/** The figures of each slice, by name. */
export function bySlice(answered: readonly Answered[]): Map<string, Figures> {
	const slices = Map.groupBy(answered, ({ slice }) => slice);
	return new Map([...slices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([slice, of]) => [slice, mean(of)]));
}

/** Over all questions, and over slices counted alike: a frequent kind of question must not hide a rare one. */
export const micro = (answered: readonly Answered[]): Figures => mean(answered);
export const macro = (answered: readonly Answered[]): Figures => mean([...bySlice(answered).values()]);
