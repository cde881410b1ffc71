import type { Embedder } from "../../model/index.ts";
import type { FactOwner, WholeSpace } from "../../store/ports/index.ts";
import type { FactView } from "../index/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import {
	type FactHit,
	MOST_TERMS,
	type Query,
	type RankMethod,
	rankFacts,
	type WholeScope,
	weighTerms,
} from "../rank/index.ts";
import { isAway } from "./outside/outside.ts";
import type { Counted, OutsideFacts, OwnerFacts } from "./outside/outside-facts.ts";

/** A fact that was found, and what it is called. */
export type NamedHit = FactHit & { name: string | undefined };

export interface RankOwnersOptions {
	limit: number;
	method: RankMethod;
	now: number;
	threshold?: number;
	/** Leaves facts out of the hits, by their name and the number of their owner in the list. */
	accept?(name: string | undefined, owner: number): boolean;
	/** How many are likely to be left out. */
	spare?: number;
}

/** How often an index may be somewhere else than it was before everything is held here after all. */
const MOST_MOVES = 3;

/** The facts of some owners that fit a query best, best first, wherever they are; and how many facts there are. */
export async function rankOwners(
	{ views }: Pick<MemoryContext, "views">,
	owners: readonly (FactOwner | WholeSpace)[],
	embedder: Embedder | undefined,
	query: Query,
	options: RankOwnersOptions,
): Promise<{ hits: NamedHit[]; size: number }> {
	for (let moves = 0; moves < MOST_MOVES; moves++) {
		const held = await Promise.all(owners.map((owner) => views.owner(owner, embedder)));
		try {
			const ranked = await rankHeld(held, query, options);
			if (ranked) return ranked;
		} catch (error) {
			if (!isAway(error) || !held.some((one) => "outside" in one)) throw error;
			moves = MOST_MOVES;
		}
		for (const owner of owners) views.forget(owner, embedder);
	}
	const held = await Promise.all(owners.map((owner) => views.facts(owner, embedder)));
	return (await rankHeld(held, query, options)) ?? { hits: [], size: 0 };
}

/** The same of facts that were looked up before; undefined when an index is not where it was. */
export async function rankHeld(
	held: readonly OwnerFacts[],
	query: Query,
	options: RankOwnersOptions,
): Promise<{ hits: NamedHit[]; size: number } | undefined> {
	const { limit, method, accept, spare = 0 } = options;
	const wanted = { vector: method === "keyword" ? undefined : query.vector, limit: limit + spare };
	for (const one of held) {
		if ("outside" in one && wanted.vector) one.outside.ahead(wanted.vector, wanted.limit);
	}
	const counted = await Promise.all(
		held.map(async (one) => ("outside" in one ? countTerms(one.outside, query, method) : undefined)),
	);
	if (held.some((one, i) => "outside" in one && !counted[i])) return undefined;
	const size = held.reduce((sum, one, i) => sum + (counted[i] ?? viewOf(one))?.size, 0);
	const lists = held.map((one, i) => counted[i] ?? viewOf(one).postings);
	const terms = method === "vector" ? [] : weighTerms(query, size, lists, { soft: method === "hybrid" });
	const windows = await Promise.all(
		held.map(async (one, i): Promise<{ view: FactView; whole?: WholeScope }> => {
			const counts = counted[i];
			return "outside" in one && counts
				? one.outside.find({ ...wanted, terms, counted: counts })
				: viewed(one);
		}),
	);
	const nameOf = (id: number, number: number): string | undefined => windows[number]?.view.nameOf(id);
	const hits = rankFacts(
		windows.map(({ view }) => view),
		query,
		{
			...{ limit, method, now: options.now, wholes: windows.map(({ whole }) => whole) },
			...(options.threshold !== undefined && { threshold: options.threshold }),
			...(accept && { accept: (id: number, number: number) => accept(nameOf(id, number), number) }),
		},
	);
	return { hits: hits.map((hit) => ({ ...hit, name: nameOf(hit.id, hit.view) })), size };
}

function viewOf(facts: OwnerFacts): FactView {
	if ("view" in facts) return facts.view;
	throw new Error("these facts are not held here");
}

const viewed = (facts: OwnerFacts): { view: FactView } => ({ view: viewOf(facts) });

/** Of what is near to a term the likest are asked for: among so many facts most words occur, and sixteen of them count. */
const NEAR_ASKED = 32;
const nearest = ({ near }: Query["terms"][number]): number[] =>
	near()
		.slice(0, NEAR_ASKED)
		.map(({ hash }) => hash);

/** How many facts hold the terms of a query, and those that are near. Of a long query, near those that count. */
async function countTerms(
	outside: OutsideFacts,
	query: Query,
	method: RankMethod,
): Promise<Counted | undefined> {
	const own = method === "vector" ? [] : query.terms;
	const nearOf = (terms: typeof own): number[] =>
		method === "hybrid" ? terms.flatMap((term) => nearest(term)) : [];
	const hashes = own.map(({ hash }) => hash);
	if (own.length <= MOST_TERMS) return outside.count([...new Set([...hashes, ...nearOf(own)])]);
	const first = await outside.count(hashes);
	if (!first) return undefined;
	const kept = new Set(weighTerms(query, first.size, [first], { soft: false }).map(({ hash }) => hash));
	return outside.count([...new Set([...hashes, ...nearOf(own.filter(({ hash }) => kept.has(hash)))])]);
}
