import type { SessionUid, UserId } from "../../event/index.ts";
import type {
	IndexEntry,
	IndexMark,
	IndexOwner,
	IndexSpace,
	IndexTarget,
	VectorIndex,
	WantedTerm,
	WordIndex,
} from "../../store/ports/index.ts";
import { newTenant, user } from "../fixture.ts";

/** The environment of one test: a tenant that nobody else uses. */
export interface IndexFixture {
	index: VectorIndex;
	/** The words of the index. Only for tests of indexes that have them. */
	readonly words: WordIndex;
	/** An owner of facts in the fixture's tenant; by default of space `space` and without a user. */
	owner(parts?: { space?: string; user?: string; session?: string }): IndexOwner;
	/** The whole space `space`. */
	everybody(kind?: IndexSpace["kind"]): IndexSpace;
	/** Applies an update from the current mark. Fails if it is refused. */
	step(target: IndexTarget, parts: StepParts): Promise<IndexMark>;
	/** The numbers of the nearest entries. */
	near(target: IndexTarget, vector: readonly number[], limit?: number): Promise<number[]>;
	/** The numbers of the facts that contain any of the terms, best first. */
	holding(target: IndexTarget, terms: readonly number[], limit?: number): Promise<number[]>;
}

/** An entry, without an owner if it belongs to the target of the update. */
export type EntryParts = Omit<IndexEntry, "owner"> & { owner?: IndexOwner };

export interface StepParts {
	put?: readonly EntryParts[];
	remove?: readonly number[];
	clear?: boolean;
	embedder?: string | undefined;
}

export const EMBEDDER = "test/embedder";

/** An entry, given as term → count. */
export function entry(
	no: number,
	counts: Record<number, number>,
	vector?: readonly number[],
	owner?: IndexOwner,
): EntryParts {
	const terms = Int32Array.from(Object.keys(counts).map(Number)).sort();
	return {
		no,
		terms,
		counts: Uint8Array.from(terms, (term) => counts[term] ?? 0),
		vector: vector && Int8Array.from(vector),
		...(owner && { owner }),
	};
}

/** The entry of a vector, without words. */
export const point = (no: number, vector: readonly number[], owner?: IndexOwner): EntryParts =>
	entry(no, {}, vector, owner);

/** Entries with their owner. */
export const owned = (target: IndexTarget, entries: readonly EntryParts[]): IndexEntry[] =>
	entries.map((one) => {
		const owner = one.owner ?? ("everybody" in target ? undefined : target);
		if (!owner) throw new Error("an entry of a whole space needs an owner");
		return { ...one, owner };
	});

/** Terms with equal weights and without near terms. */
export const wanted = (hashes: readonly number[]): WantedTerm[] =>
	hashes.map((hash) => ({ hash, weight: 1, near: [] }));

export function createIndexFixture(index: VectorIndex): IndexFixture {
	const tenant = newTenant();
	const words = (): WordIndex => {
		if (!index.words) throw new Error("this index has no words");
		return index.words;
	};
	return {
		index,
		get words() {
			return words();
		},
		owner: ({ space = "space", user: id, session } = {}) => {
			const userId: UserId | undefined = id === undefined ? undefined : user(id);
			return { tenant, space, userId, uid: session as SessionUid | undefined, kind: "fact" };
		},
		everybody: (kind = "fact") => ({ tenant, space: "space", kind, everybody: true }),
		async step(target, { put = [], remove = [], clear = false, embedder = EMBEDDER }) {
			const from = await index.mark(target);
			const to = { rev: (from?.rev ?? 0) + 1, embedder };
			if (await index.write({ target, from, to, clear, put: owned(target, put), remove })) return to;
			throw new Error("the step was refused");
		},
		async near(target, vector, limit = 100) {
			const found = await index.nearest({ target, vector: Int8Array.from(vector), limit });
			return found.entries.map(({ no }) => no);
		},
		holding: (target, terms, limit = 100) => words().find(target, wanted(terms), limit),
	};
}
