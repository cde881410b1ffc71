import type { ScoreParts } from "../../session/index.ts";
import type { FactView } from "../index/fact-view.ts";
import { type Calibration, calibrate, LEAST_LIKENESS, standsOut } from "./calibrate.ts";
import { bestByMeaning, bestByWords, CANDIDATES, factSpans, isOpenAt, saidOn } from "./fact-candidates.ts";
import { nearDate, ON_DATE, type Span } from "./near-date.ts";
import { findOccurrences } from "./occurrences.ts";
import type { Query } from "./query.ts";
import { usableMethod } from "./usable-method.ts";
import { type WeighedTerm, weighTerms } from "./weigh-terms.ts";
import { FACT_WEIGHTS, OUTSIDE_VECTOR, type RankMethod } from "./weights.ts";

export interface FactHit {
	/** The index of its view in the list that was searched. */
	view: number;
	/** The number that the caller gave the fact. */
	id: number;
	/** About 0 to 1; 1 is a perfect match. Scores of messages and facts are comparable. */
	score: number;
	parts: ScoreParts;
}

export interface RankFactsOptions {
	/** The maximum number of hits; default: 5. */
	limit?: number;
	/** The minimum score of a hit; default: 0. */
	threshold?: number;
	method?: RankMethod;
	/** The current time (milliseconds since 1970), from which the age of a fact is counted. */
	now: number;
	/** Rejects facts as hits. The statistics of the ranking still include them. */
	accept?(id: number, view: number): boolean;
	/**
	 * For each view that contains only candidates: the scope they were chosen from. The statistics of the
	 * ranking then cover the whole scope.
	 */
	wholes?: readonly (WholeScope | undefined)[];
}

/** Statistics of all facts that the candidates in a view were chosen from. */
export interface WholeScope {
	size: number;
	/** How many of these facts contain a term. */
	live(term: number): number;
	/** Cosines of the query with a random sample of these facts; empty if they cannot be compared. */
	cosines: readonly number[];
}

const DAY = 86_400_000;

/**
 * The facts of several views that fit a query best, best first. Leaves out facts that are no longer true at
 * `now`.
 */
export function rankFacts(views: readonly FactView[], query: Query, options: RankFactsOptions): FactHit[] {
	const { limit = 5, threshold = 0, wholes = [] } = options;
	const method = usableMethod(options.method ?? "hybrid", query, views);
	const documents = views.reduce((sum, { size }, number) => sum + (wholes[number]?.size ?? size), 0);
	const lists = views.map(({ postings }, number) => wholes[number] ?? postings);
	const cosines = views.map((view) => (method === "keyword" ? undefined : cosinesOf(view, query)));
	const search: Search = {
		limit,
		threshold,
		method,
		now: options.now,
		terms: method === "vector" ? [] : weighTerms(query, documents, lists, { soft: method === "hybrid" }),
		usual: calibrateViews(views, cosines, query, wholes),
		vectorWeight: FACT_WEIGHTS[method].vector * (query.outside ? OUTSIDE_VECTOR : 1),
		spans: factSpans(query, options.now),
	};
	const { accept } = options;
	return views
		.flatMap((view, number) =>
			rankView(view, number, cosines[number], search, accept && ((id) => accept(id, number))),
		)
		.sort((a, b) => b.score - a.score)
		.slice(0, limit);
}

/** The cosine of each row with the query; undefined if they cannot be compared. */
function cosinesOf({ vectors, rows }: FactView, { vector }: Query): Float32Array | undefined {
	return vector !== undefined && vectors.ask(vector) ? vectors.scan(rows) : undefined;
}

interface Search {
	limit: number;
	threshold: number;
	method: RankMethod;
	vectorWeight: number;
	now: number;
	terms: readonly WeighedTerm[];
	/** Absent if nothing is compared by meaning. */
	usual: Calibration | undefined;
	/** The periods that the query names. */
	spans: readonly Span[];
}

function rankView(
	view: FactView,
	number: number,
	cosines: Float32Array | undefined,
	{ limit, threshold, method, vectorWeight, now, terms, usual, spans }: Search,
	accept: ((id: number) => boolean) | undefined,
): FactHit[] {
	const { columns } = view;
	const total = terms.reduce((sum, { weight }) => sum + weight, 0);
	const occurrences = findOccurrences(view.postings, view.rows, terms);
	const { sums } = occurrences;
	const isOpen = isOpenAt(view, now, accept);

	const keywordOf = (row: number): number => (total === 0 ? 0 : (sums[row] as number) / total);
	const likenessOf = (row: number): number =>
		cosines && usual ? standsOut(cosines[row] as number, usual) : 0;
	const nearnessOf = (row: number): number =>
		spans.length === 0 ? 0 : nearDate(columns.at[row] as number, spans);
	const partsOf = (row: number): ScoreParts | undefined => {
		const keyword = keywordOf(row);
		const likeness = likenessOf(row);
		const nearness = nearnessOf(row);
		if (keyword === 0 && likeness < LEAST_LIKENESS && nearness < ON_DATE) return undefined;
		const age = Math.max(0, now - (columns.at[row] as number)) / DAY;
		const pin = columns.pinned[row] === 1 ? FACT_WEIGHTS.pinned : 0;
		return {
			...(keyword > 0 && { keyword: FACT_WEIGHTS[method].keyword * keyword }),
			...(likeness !== 0 && { vector: vectorWeight * likeness }),
			...(nearness > 0 && { date: FACT_WEIGHTS.date * nearness }),
			importance: FACT_WEIGHTS.importance * (columns.importance[row] as number) + pin,
			recency: FACT_WEIGHTS.recency * 2 ** (-age / FACT_WEIGHTS.halfLifeDays),
		};
	};

	try {
		const candidates = Math.max(CANDIDATES, 2 * limit);
		const chosen = new Set(bestByWords(occurrences, isOpen, candidates));
		if (cosines) for (const row of bestByMeaning(cosines, view.rows, isOpen, candidates)) chosen.add(row);
		for (const row of saidOn(view, spans, isOpen, candidates)) chosen.add(row);
		// Importance and age add at most this much. Facts that stay below the bar even with it cannot be
		// among the best.
		const most = FACT_WEIGHTS.importance + FACT_WEIGHTS.pinned + FACT_WEIGHTS.recency;
		const plain = [...chosen].map((row) => ({
			row,
			plain:
				FACT_WEIGHTS[method].keyword * keywordOf(row) +
				vectorWeight * likenessOf(row) +
				FACT_WEIGHTS.date * nearnessOf(row),
		}));
		plain.sort((a, b) => b.plain - a.plain);
		const bar = (plain[limit - 1]?.plain ?? Number.NEGATIVE_INFINITY) - most;
		const hits: FactHit[] = [];
		for (const { row, plain: least } of plain) {
			if (least < bar) break;
			const parts = partsOf(row);
			if (!parts) continue;
			const score = Object.values(parts).reduce((sum, part) => sum + part, 0);
			if (score >= threshold) hits.push({ view: number, id: columns.id[row] as number, score, parts });
		}
		return hits;
	} finally {
		occurrences.release();
	}
}

/** The cosines of the facts that still exist. Removed facts must not influence a score. */
function livingOf({ rows, size, columns }: FactView, cosines: Float32Array): Float32Array {
	const all = cosines.subarray(0, rows);
	return rows === size ? all : all.filter((_, row) => columns.alive[row] === 1);
}

/** The usual cosines among the facts of all views. A single view may have too few facts for that. */
function calibrateViews(
	views: readonly FactView[],
	scans: readonly (Float32Array | undefined)[],
	{ usual }: Query,
	wholes: readonly (WholeScope | undefined)[],
): Calibration | undefined {
	const comparable = views.flatMap((view, i): { length: number; some: ArrayLike<number> }[] => {
		const whole = wholes[i];
		if (whole) return whole.cosines.length > 0 ? [{ length: whole.size, some: whole.cosines }] : [];
		const cosines = scans[i] && livingOf(view, scans[i]);
		return cosines ? [{ length: cosines.length, some: cosines }] : [];
	});
	if (comparable.length === 0) return undefined;
	const total = comparable.reduce((sum, { length }) => sum + length, 0);
	const cosine = (at: number): number => {
		let row = at;
		for (const { length, some } of comparable) {
			// Each value of a sample stands for an equal share of the facts.
			if (row < length) return some[Math.floor((row * some.length) / length)] as number;
			row -= length;
		}
		return 0;
	};
	return calibrate(total, cosine, usual);
}
