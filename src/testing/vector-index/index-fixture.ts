import type { UserId } from "../../event/index.ts";
import type { FactTerms, IndexMark, IndexOwner, VectorIndex, WantedTerm } from "../../store/ports/index.ts";
import { newTenant, user } from "../fixture.ts";

/** One test's corner of an index: a tenant that nobody else uses. */
export interface IndexFixture {
	index: VectorIndex;
	/** An owner in the fixture's tenant: of space `space`, and no user, unless told. */
	owner(parts?: { space?: string; user?: string }): IndexOwner;
	/** Makes a step from where the index stands; fails if it is refused. */
	step(owner: IndexOwner, parts: StepParts): Promise<IndexMark>;
	/** Numbers of the facts that hold any of the terms, best first. */
	holding(owner: IndexOwner, terms: readonly number[], limit?: number): Promise<number[]>;
}

export interface StepParts {
	put?: readonly FactTerms[];
	remove?: readonly number[];
	clear?: boolean;
	embedder?: string | undefined;
}

export const EMBEDDER = "test/embedder";

/** What an index keeps of a fact, given as term → count. */
export function entry(no: number, counts: Record<number, number>, vector?: readonly number[]): FactTerms {
	const terms = Int32Array.from(Object.keys(counts).map(Number)).sort();
	return {
		no,
		terms,
		counts: Uint8Array.from(terms, (term) => counts[term] ?? 0),
		vector: vector && Int8Array.from(vector),
	};
}

/** Terms that weigh the same, and have none that are near. */
export const wanted = (hashes: readonly number[]): WantedTerm[] =>
	hashes.map((hash) => ({ hash, weight: 1, near: [] }));

export function createIndexFixture(index: VectorIndex): IndexFixture {
	const tenant = newTenant();
	return {
		index,
		owner: ({ space = "space", user: id } = {}) => {
			const userId: UserId | undefined = id === undefined ? undefined : user(id);
			return { tenant, space, userId };
		},
		async step(owner, { put = [], remove = [], clear = false, embedder = EMBEDDER }) {
			const { mark: from } = await index.statistics(owner, []);
			const to = { rev: (from?.rev ?? 0) + 1, embedder };
			if (await index.write({ owner, from, to, clear, put, remove })) return to;
			throw new Error("the step was refused");
		},
		async holding(owner, terms, limit = 100) {
			return (await index.find(owner, { terms: wanted(terms), limit })).byWords;
		},
	};
}
