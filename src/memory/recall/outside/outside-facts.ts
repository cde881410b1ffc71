import type { IndexOwner, VectorIndex } from "../../../store/ports/index.ts";
import { createFactView, type FactView } from "../../index/index.ts";
import { CANDIDATES, type Query, type WeighedTerm, type WholeScope } from "../../rank/index.ts";
import { analysed, type HeldFacts, toEntry } from "../fact-source.ts";
import type { MessageSource } from "../message-source.ts";
import type { CaughtUp } from "./catch-up-index.ts";

/** The facts of an owner that has too many to hold them here. */
export interface OutsideFacts {
	readonly rev: number;
	/** How many there are, and how many of them hold each term. Undefined: the index is not where it was. */
	count(terms: readonly number[]): Promise<Counted | undefined>;
	/** Begins to look for what is near to a vector: that need not wait until words are counted. */
	ahead(vector: Int8Array, limit: number): void;
	/** Those that may be among the best, as the store has them now. */
	find(query: Wanted): Promise<{ view: FactView; whole: WholeScope }>;
}

/** The facts of an owner: held here, or to be had from outside. */
export type OwnerFacts = Readonly<HeldFacts> | { rev: number; outside: OutsideFacts };

export type Counted = Pick<WholeScope, "size" | "live">;

export interface Wanted {
	counted: Counted;
	terms: readonly WeighedTerm[];
	/** Absent: by words alone. */
	vector: Query["vector"] | undefined;
	limit: number;
}

export function outsideFacts(
	source: MessageSource,
	index: VectorIndex,
	owner: IndexOwner,
	{ mark, rev, since }: CaughtUp,
): OutsideFacts {
	let near: { vector: Int8Array; limit: number; found: ReturnType<VectorIndex["find"]> } | undefined;
	const nearest = (vector: Int8Array, limit: number): ReturnType<VectorIndex["find"]> => {
		if (near?.vector === vector && near.limit === limit) return near.found;
		const found = index.find(owner, { vector, limit });
		found.catch(() => {});
		near = { vector, limit, found };
		return found;
	};
	return {
		rev,
		async count(terms) {
			const { mark: now, facts, holding } = await index.statistics(owner, terms);
			if (mark && (!now || now.embedder !== mark.embedder || now.rev < mark.rev)) return undefined;
			const counts = new Map(terms.map((term, i) => [term, holding[i] ?? 0]));
			return { size: facts, live: (term) => counts.get(term) ?? 0 };
		},
		ahead: (vector, limit) => void nearest(vector, mostOf(limit)),
		async find({ counted, terms, vector, limit }) {
			const most = mostOf(limit);
			const [{ byWords }, { byMeaning, usual }] = await Promise.all([
				index.find(owner, { terms, limit: most }),
				vector ? nearest(vector, most) : { byMeaning: [], usual: [] },
			]);
			const nos = [...new Set([...byWords, ...byMeaning])];
			// The store has the last word on what there is, and whose.
			const facts = await source.store.index.facts({ ...owner, uid: undefined }, nos);
			const view = createFactView();
			for (const found of await analysed(source, facts)) view.put(toEntry(found));
			for (const found of since) view.put(toEntry(found));
			return { view, whole: { ...counted, cosines: usual } };
		},
	};
}

/** As many candidates as are measured in full where everything is held here. */
const mostOf = (limit: number): number => Math.max(CANDIDATES, 2 * limit);
