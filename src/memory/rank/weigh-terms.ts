import type { Postings } from "../index/postings.ts";
import type { Names } from "./names.ts";
import type { NearTerm, Query } from "./query.ts";

/** A term of a query with what it is worth among the documents that are searched. */
export interface WeighedTerm {
	hash: number;
	weight: number;
	/** Near terms that occur there, those that count most first. */
	near: readonly NearTerm[];
	/** Of a name: for each session, 1 if one of that name takes part. */
	named?: Uint8Array;
}

/** Of a long query the rarest terms are searched for: the others say little and cost as much. */
export const MOST_TERMS = 16;
/** Of as many terms the near ones count. */
const MOST_SOFT = 12;
/** As many near terms count for one. */
const MOST_NEAR = 16;
/**
 * Near terms of one term are read up to so many postings, or a part of all documents if that is more: near words that
 * everyone uses say little, and in a large view they would cost most of the time.
 */
const NEAR_POSTINGS = 4_000;
const NEAR_PART = 1 / 10;
/**
 * Among many documents, a word that nearly all of them hold tells as good as nothing, and reading where it is takes longer
 * than all the rest: words that weigh less than this part of the rarest are passed over.
 */
const MANY = 2_000;
const NEGLIGIBLE = 0.05;
/** A term that nothing holds still says that what was found is not all; but its misspelling should not drown the rest. */
const UNKNOWN = 0.7;
/** Words about the asking count for less than their rarity says. */
const ASKING = 0.4;

/** How much it tells that a document holds a term which `holding` of `documents` hold. */
export function rarity(documents: number, holding: number): number {
	return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

/**
 * Weighs the terms of a query by how rare they are in what is searched: `documents` in all, their postings in `lists`.
 * Nothing else is looked at, so what a reader may not see cannot show in a score.
 */
export function weighTerms(
	query: Query,
	documents: number,
	lists: readonly Pick<Postings, "live">[],
	{ soft = true, names }: { soft?: boolean; names?: Names } = {},
): WeighedTerm[] {
	const [only] = lists;
	// Asked hundreds of times, and mostly of one list.
	const holding =
		only && lists.length === 1
			? (hash: number): number => only.live(hash)
			: (hash: number): number => lists.reduce((sum, list) => sum + list.live(hash), 0);
	const weighed = query.terms
		.filter(({ hash }) => !names?.everywhere.has(hash))
		.map((term) => {
			const count = Math.max(holding(term.hash), names?.somewhere.get(term.hash)?.messages ?? 0);
			const part = (count === 0 ? UNKNOWN : 1) * (term.asking ? ASKING : 1);
			const weight = part * rarity(documents, count);
			return { term, weight, known: count > 0 };
		})
		// Words that nothing holds must not push out those that something does.
		.sort((a, b) => Number(b.known) - Number(a.known) || b.weight - a.weight)
		.slice(0, MOST_TERMS)
		.filter(({ weight }, _, [first]) => documents < MANY || weight >= NEGLIGIBLE * (first?.weight ?? 0));
	return weighed.map(({ term, weight }, i) => {
		const near: NearTerm[] = [];
		let room = Math.max(NEAR_POSTINGS, documents * NEAR_PART);
		// Nobody is meant by a name that is like another.
		if (soft && i < MOST_SOFT && !names?.somewhere.has(term.hash)) {
			for (const one of term.near()) {
				if (near.length >= MOST_NEAR) break;
				const count = holding(one.hash);
				if (count === 0 || count > room) continue;
				room -= count;
				// A near word that is much more frequent than the word itself tells less.
				const part = Math.sqrt(Math.min(1, rarity(documents, count) / weight));
				near.push({ hash: one.hash, gain: one.gain * part });
			}
			near.sort((a, b) => b.gain - a.gain);
		}
		const named = names?.somewhere.get(term.hash)?.sessions;
		return { hash: term.hash, weight, near, ...(named && { named }) };
	});
}
