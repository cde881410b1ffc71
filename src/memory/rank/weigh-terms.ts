import type { Postings } from "../index/postings.ts";
import type { Names } from "./names.ts";
import type { NearTerm, Query } from "./query.ts";

/** A term of a query, with its weight among the documents that are searched. */
export interface WeighedTerm {
	hash: number;
	weight: number;
	/** Near terms that occur in these documents, highest gain first. */
	near: readonly NearTerm[];
	/** Only for a name: for each session, 1 if a speaker of that name takes part. */
	named?: Uint8Array;
}

/** How many terms of a query are searched. The rarest are kept: the others say little and cost as much. */
export const MOST_TERMS = 16;
/** For how many terms the near terms count. */
const MOST_SOFT = 12;
/** How many near terms count for one term. */
const MOST_NEAR = 16;
/**
 * How many postings the near terms of one term may have in total: this number, or this part of all
 * documents if that is more. Near words that everyone uses say little, and in a large view reading them
 * would take most of the time.
 */
const NEAR_POSTINGS = 4_000;
const NEAR_PART = 1 / 10;
/**
 * From this many documents on, words that weigh less than this part of the rarest are skipped. A word that
 * nearly all documents contain says almost nothing, and reading its postings takes longer than everything
 * else.
 */
const MANY = 2_000;
const NEGLIGIBLE = 0.05;
/**
 * The factor for a term that no document contains. Such a term lowers all scores, because no hit covers the
 * whole query. But a misspelled word must not outweigh the others.
 */
const UNKNOWN = 0.7;
/** The factor for words about asking, which count for less than their rarity suggests. */
const ASKING = 0.4;

/** How much it means that a document contains a term which `holding` of `documents` contain. */
export function rarity(documents: number, holding: number): number {
	return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

/**
 * Weighs the terms of a query by how rare they are in the documents that are searched: `documents` in
 * total, with their postings in `lists`. It reads nothing else, so documents that a reader may not see
 * cannot influence a score.
 */
export function weighTerms(
	query: Pick<Query, "terms">,
	documents: number,
	lists: readonly Pick<Postings, "live">[],
	{ soft = true, names }: { soft?: boolean; names?: Names } = {},
): WeighedTerm[] {
	const [only] = lists;
	// Called hundreds of times, mostly for one list.
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
		// Words that no document contains must not displace words that some document contains.
		.sort((a, b) => Number(b.known) - Number(a.known) || b.weight - a.weight)
		.slice(0, MOST_TERMS)
		.filter(({ weight }, _, [first]) => documents < MANY || weight >= NEGLIGIBLE * (first?.weight ?? 0));
	return weighed.map(({ term, weight }, i) => {
		const near: NearTerm[] = [];
		let room = Math.max(NEAR_POSTINGS, documents * NEAR_PART);
		// A similar name is not the same person, so names have no near terms.
		if (soft && i < MOST_SOFT && !names?.somewhere.has(term.hash)) {
			for (const one of term.near()) {
				if (near.length >= MOST_NEAR) break;
				const count = holding(one.hash);
				if (count === 0 || count > room) continue;
				room -= count;
				// A near word that is much more frequent than the word itself says less.
				const part = Math.sqrt(Math.min(1, rarity(documents, count) / weight));
				near.push({ hash: one.hash, gain: one.gain * part });
			}
			near.sort((a, b) => b.gain - a.gain);
		}
		const named = names?.somewhere.get(term.hash)?.sessions;
		return { hash: term.hash, weight, near, ...(named && { named }) };
	});
}
