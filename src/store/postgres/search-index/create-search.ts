import type {
	IndexCapabilities,
	IndexScope,
	NearestQuery,
	VectorIndex,
	WordIndex,
} from "../../ports/index.ts";
import type { PostgresLink } from "../link.ts";
import { countIndex, eraseIndex } from "./erase-index.ts";
import { findByMeaning, findByWords } from "./find-candidates.ts";
import { indexedOwner } from "./index-owner.ts";
import { readStatistics } from "./read-statistics.ts";
import { MAX_DIMENSIONS, VectorGraphs, vectorKind } from "./vector-graphs.ts";
import { writeChange } from "./write-change.ts";

/** The operations of an index on an open link. */
export interface Search extends Omit<VectorIndex, "name" | "open"> {
	readonly words: WordIndex;
}

/** The tables have no column for sessions, and their entries have one owner each. */
export const CAPABILITIES: IndexCapabilities = {
	words: true,
	samples: true,
	spaces: false,
	messages: false,
	atomic: true,
};

/** `schema` is where pgvector is installed. */
export function createSearch(link: PostgresLink, schema: string): Search {
	const graphs = new VectorGraphs(link, schema);
	const type = `"${schema}".vector`;
	const nearest = async ({ target, vector, limit }: NearestQuery) => {
		if (vector.length > MAX_DIMENSIONS) return { entries: [], usual: [] };
		graphs.want(vector.length);
		const kind = vectorKind(vector.length, schema);
		const { nos, usual } = await link.snapshot(target.tenant, () =>
			findByMeaning(indexedOwner(target), vector, limit, kind),
		);
		return { entries: nos.map((no) => ({ no, uid: undefined })), usual };
	};
	return {
		exactUpTo: link.settings.exactUpTo,
		capabilities: CAPABILITIES,
		close: () => graphs.close(),
		check: async (dimensions) =>
			dimensions <= MAX_DIMENSIONS
				? undefined
				: `pgvector indexes vectors of at most ${MAX_DIMENSIONS} dimensions, and these have ${dimensions}`,
		write: (change) =>
			link.write(change.target.tenant, () => writeChange(change, indexedOwner(change.target), type)),
		mark: async (target) =>
			(await link.read(target.tenant, () => readStatistics(indexedOwner(target), []))).mark,
		nearest,
		erase: (scope) => link.write(tenantOf(scope), () => eraseIndex(scope, type)),
		count: (scope) => link.read(tenantOf(scope), () => countIndex(scope)),
		words: {
			statistics: (target, terms) =>
				link.read(target.tenant, () => readStatistics(indexedOwner(target), terms)),
			find: async (target, terms, limit) =>
				terms.length === 0
					? []
					: link.read(target.tenant, () => findByWords(indexedOwner(target), terms, limit)),
		},
	};
}

const tenantOf = (scope: IndexScope): string => ("target" in scope ? scope.target.tenant : scope.tenant);
