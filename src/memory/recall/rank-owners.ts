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
import type { OutsideFacts, OwnerFacts } from "./outside/outside-facts.ts";
import type { Counted } from "./outside/word-source.ts";

/** A fact that was found, with its id as `name`. */
export type NamedHit = FactHit & { name: string | undefined };

export interface RankOwnersOptions {
	limit: number;
	method: RankMethod;
	now: number;
	threshold?: number;
	/** Filters the hits by the fact's name and the index of its owner in the list. */
	accept?(name: string | undefined, owner: number): boolean;
	/** How many hits `accept` is likely to reject. */
	spare?: number;
}

/** How often a search is repeated because an index has changed. After that, all facts are loaded into the process. */
const MOST_MOVES = 3;

/**
 * The facts of some owners that match a query, best first, from the process or an index outside of it; and the
 * total number of facts.
 */
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

/** The same for facts that were looked up before. Undefined if an index has changed since. */
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
				? one.outside.find({ ...wanted, query, now: options.now, terms, counted: counts })
				: viewed(one);
		}),
	);
	const nameOf = (id: number, number: number): string | undefined => windows[number]?.view.nameOf(id);
	const hits = rankFacts(
		windows.map(({ view }) => view),
		query,
		{
			limit,
			method,
			now: options.now,
			wholes: windows.map(({ whole }) => whole),
			...(options.threshold !== undefined && { threshold: options.threshold }),
			...(accept && { accept: (id: number, number: number) => accept(nameOf(id, number), number) }),
		},
	);
	return { hits: hits.map((hit) => ({ ...hit, name: nameOf(hit.id, hit.view) })), size };
}

function viewOf(facts: OwnerFacts): FactView {
	if ("view" in facts) return facts.view;
	throw new Error("these facts are in an index outside of the process");
}

const viewed = (facts: OwnerFacts): { view: FactView } => ({ view: viewOf(facts) });

/**
 * How many similar terms are counted for each term. Among many facts most words occur, and only 16 similar terms
 * are used.
 */
const NEAR_ASKED = 32;
const nearest = ({ near }: Query["terms"][number]): number[] =>
	near()
		.slice(0, NEAR_ASKED)
		.map(({ hash }) => hash);

/**
 * How many facts contain each term of a query, and each similar term. For a long query, similar terms only of those
 * terms that are used.
 */
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
