import type { FactView } from "../index/fact-view.ts";
import { keepBest } from "./best.ts";
import { type Calibration, calibrate, LEAST_LIKENESS, standsOut } from "./calibrate.ts";
import { findOccurrences } from "./occurrences.ts";
import type { Query } from "./query.ts";
import type { ScoreParts } from "./score-parts.ts";
import { usableMethod } from "./usable-method.ts";
import { type WeighedTerm, weighTerms } from "./weigh-terms.ts";
import { FACT_WEIGHTS, type RankMethod } from "./weights.ts";

export interface FactHit {
	/** The number of its view in the list that was searched. */
	view: number;
	/** The caller's number of the fact. */
	id: number;
	/** About 0 to 1; 1 is a perfect match. Scores of messages and facts mean the same. */
	score: number;
	parts: ScoreParts;
}

export interface RankFactsOptions {
	/** As many hits at most; 5 unless told. */
	limit?: number;
	/** Hits below are left out; 0 unless told. */
	threshold?: number;
	method?: RankMethod;
	/** The present (milliseconds since 1970): from it the age of a fact is counted. */
	now: number;
	/** Leaves facts out of the hits. What is counted for the ranking is the whole views all the same. */
	accept?(id: number, view: number): boolean;
}

/** As many facts are measured in full, by their words and by their meaning. */
const BY_KEYWORD = 100;
const BY_VECTOR = 100;

const DAY = 86_400_000;

/** The facts of a few views that fit a query best, best first. Facts that are no longer true at `now` are not among them. */
export function rankFacts(views: readonly FactView[], query: Query, options: RankFactsOptions): FactHit[] {
	const { limit = 5, threshold = 0 } = options;
	const method = usableMethod(options.method ?? "hybrid", query, views);
	const documents = views.reduce((sum, { size }) => sum + size, 0);
	const lists = views.map(({ postings }) => postings);
	const terms = method === "vector" ? [] : weighTerms(query, documents, lists, { soft: method === "hybrid" });
	const usual = method === "keyword" ? undefined : calibrateViews(views, query);
	const hits: FactHit[] = [];
	views.forEach((view, number) => {
		hits.push(...rankView(view, number, query, terms, usual, { ...options, method }));
	});
	return hits
		.filter(({ score }) => score >= threshold)
		.sort((a, b) => b.score - a.score)
		.slice(0, limit);
}

function rankView(
	view: FactView,
	number: number,
	query: Query,
	terms: readonly WeighedTerm[],
	usual: Calibration | undefined,
	{ limit = 5, method, now, accept }: RankFactsOptions & { method: RankMethod },
): FactHit[] {
	const { columns, vectors, rows } = view;
	const byVector = usual !== undefined && query.vector !== undefined && vectors.ask(query.vector);
	const weights = FACT_WEIGHTS[method];
	const total = terms.reduce((sum, { weight }) => sum + weight, 0);
	const occurrences = findOccurrences(view.postings, rows, terms);
	try {
		const { docs, found, sums } = occurrences;
		const isOpen = (row: number): boolean =>
			columns.alive[row] === 1 &&
			(columns.validTo[row] as number) > now &&
			(accept?.(columns.id[row] as number, number) ?? true);
		const chosen = new Set<number>();
		const byWords = keepBest(Math.max(BY_KEYWORD, 2 * limit));
		let bar = byWords.bar;
		for (let i = 0; i < found; i++) {
			const row = docs[i] as number;
			const sum = sums[row] as number;
			if (sum > bar && isOpen(row)) {
				byWords.offer(row, sum);
				bar = byWords.bar;
			}
		}
		for (const row of byWords.take()) chosen.add(row);
		if (byVector) {
			const cosines = vectors.scan(rows);
			const byMeaning = keepBest(Math.max(BY_VECTOR, 2 * limit));
			bar = 0;
			for (let row = 0; row < rows; row++) {
				const cosine = cosines[row] as number;
				if (cosine > bar && isOpen(row)) {
					byMeaning.offer(row, cosine);
					bar = Math.max(0, byMeaning.bar);
				}
			}
			for (const row of byMeaning.take()) chosen.add(row);
		}
		return [...chosen].flatMap((row): FactHit[] => {
			const parts: ScoreParts = {};
			const keyword = total === 0 ? 0 : (sums[row] as number) / total;
			const likeness = byVector ? standsOut(vectors.cosine(row), usual) : 0;
			if (keyword === 0 && likeness < LEAST_LIKENESS) return [];
			if (keyword > 0) parts.keyword = weights.keyword * keyword;
			if (likeness !== 0) parts.vector = weights.vector * likeness;
			parts.importance = FACT_WEIGHTS.importance * (columns.importance[row] as number);
			if (columns.pinned[row] === 1) parts.importance += FACT_WEIGHTS.pinned;
			const age = Math.max(0, now - (columns.at[row] as number)) / DAY;
			parts.recency = FACT_WEIGHTS.recency * 2 ** (-age / FACT_WEIGHTS.halfLifeDays);
			const score = Object.values(parts).reduce((sum, part) => sum + part, 0);
			return [{ view: number, id: columns.id[row] as number, score, parts }];
		});
	} finally {
		occurrences.release();
	}
}

/** What cosines are usual among the facts of all views: a view of few facts alone would not tell. */
function calibrateViews(views: readonly FactView[], { vector, usual }: Query): Calibration | undefined {
	const comparable = views.filter(({ vectors }) => vector !== undefined && vectors.ask(vector));
	if (comparable.length === 0) return undefined;
	const total = comparable.reduce((sum, { rows }) => sum + rows, 0);
	const cosine = (at: number): number => {
		let row = at;
		for (const { rows, vectors } of comparable) {
			if (row < rows) return vectors.cosine(row);
			row -= rows;
		}
		return 0;
	};
	return calibrate(total, cosine, usual);
}
