import type { FactOwner, IndexTarget, Nearest, VectorIndex, WholeSpace } from "../../../store/ports/index.ts";
import { createFactView, type FactView } from "../../index/index.ts";
import { CANDIDATES, type Query, type WholeScope } from "../../rank/index.ts";
import { type AnalysedFact, analysed, type HeldFacts, toEntry } from "../fact-source.ts";
import type { MessageSource } from "../message-source.ts";
import type { Counted, WantedFacts, WordSource } from "./word-source.ts";

/** The facts of an owner that has too many for a view in this process. */
export interface OutsideFacts {
	readonly rev: number;
	/** The facts without their vectors, if they are in the process. */
	readonly words: FactView | undefined;
	/** The number of facts, and how many of them contain each term. Undefined: the index has changed since. */
	count(terms: readonly number[]): Promise<Counted | undefined>;
	/** Starts the search by vector early, because it does not depend on the term counts. */
	ahead(vector: Int8Array, limit: number): void;
	/** The candidates for the best hits, as the store has them now. */
	find(query: Wanted): Promise<{ view: FactView; whole: WholeScope }>;
}

/** The facts of an owner: in a view of this process, or in an outside index. */
export type OwnerFacts = Readonly<HeldFacts> | { rev: number; outside: OutsideFacts };

export interface Wanted extends WantedFacts {
	counted: Counted;
	/** Undefined: words only. */
	vector: Query["vector"] | undefined;
}

export interface OutsideFactsOptions {
	owner: FactOwner | WholeSpace;
	target: IndexTarget;
	rev: number;
	/** Facts that changed since the index was updated. */
	since: readonly AnalysedFact[];
}

export function outsideFacts(
	source: MessageSource,
	index: VectorIndex,
	words: WordSource,
	{ owner, target, rev, since }: OutsideFactsOptions,
): OutsideFacts {
	let near: { vector: Int8Array; limit: number; found: Promise<Nearest> } | undefined;
	const nearest = (vector: Int8Array, limit: number): Promise<Nearest> => {
		if (near?.vector === vector && near.limit === limit) return near.found;
		const found = index.nearest({ target, vector, limit });
		found.catch(() => {});
		near = { vector, limit, found };
		return found;
	};

	/** Removes entries that the store does not have: an update without atomicity can leave some. */
	const removeMissing = (asked: readonly number[], found: readonly { no: number }[]): void => {
		if (index.capabilities.atomic) return;
		const known = new Set(found.map(({ no }) => no));
		const nos = asked.filter((no) => !known.has(no));
		if (nos.length > 0) source.background(index.erase({ target, nos }));
	};

	return {
		rev,
		words: words.view,
		count: (terms) => words.count(terms),
		ahead: (vector, limit) => void nearest(vector, mostOf(limit)),
		async find({ counted, vector, ...wanted }) {
			const limit = mostOf(wanted.limit);
			const [byWords, byVector, cosines] = await Promise.all([
				words.find({ ...wanted, limit }),
				vector ? nearest(vector, limit) : { entries: [], usual: undefined },
				vector && !index.capabilities.samples ? words.sample(vector) : [],
			]);
			const nearby = byVector.entries.map(({ no }) => no);
			// The store decides which facts exist and who owns them.
			const facts = await source.store.index.facts(owner, [...new Set([...byWords, ...nearby])]);
			removeMissing(nearby, facts);
			const view = createFactView();
			for (const found of await analysed(source, facts)) view.put(toEntry(found));
			for (const found of since) view.put(toEntry(found));
			return { view, whole: { ...counted, cosines: byVector.usual ?? cosines } };
		},
	};
}

/** The number of candidates. The same number is scored in full when all facts are in a view. */
const mostOf = (limit: number): number => Math.max(CANDIDATES, 2 * limit);
