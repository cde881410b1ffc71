import { type Capabilities, SCANS, type VectorIndex } from "../../ports/index.ts";
import type { PostgresLink } from "../link.ts";
import { createSearch, type Search } from "./create-search.ts";
import type { VectorExtension } from "./vector-extension.ts";

/** What a store on PostgreSQL can say about searching large owners. */
export interface Searching {
	capability: Capabilities["search"];
	search?: Search;
	/** The same as others see it: it opens and closes with the store. */
	index?: VectorIndex;
}

type During = <T>(work: () => Promise<T>) => Promise<T>;

export function openSearch(link: PostgresLink, extension: VectorExtension, during: During): Searching {
	if ("reason" in extension) return { capability: { ...SCANS, reason: extension.reason } };
	const search = createSearch(link, extension.schema);
	const { exactUpTo, maxDimensions } = search;
	const index: VectorIndex = {
		...{ name: "postgres", exactUpTo, maxDimensions },
		open: async () => {},
		close: async () => {},
		write: (change) => during(() => search.write(change)),
		statistics: (owner, terms) => during(() => search.statistics(owner, terms)),
		find: (owner, query) => during(() => search.find(owner, query)),
		erase: (scope) => during(() => search.erase(scope)),
		count: (scope) => during(() => search.count(scope)),
	};
	return { capability: { keyword: "index", vector: "hnsw" }, search, index };
}
