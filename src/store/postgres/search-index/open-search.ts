import { type Capabilities, SCANS, type VectorIndex } from "../../ports/index.ts";
import type { PostgresLink } from "../link.ts";
import { createSearch, type Search } from "./create-search.ts";
import type { VectorExtension } from "./vector-extension.ts";

/** What a PostgreSQL store reports about searching large owners. */
export interface Searching {
	capability: Capabilities["search"];
	search?: Search;
	/** The same for outside use: it opens and closes with the store. */
	index?: VectorIndex;
}

type During = <T>(work: () => Promise<T>) => Promise<T>;

export function openSearch(link: PostgresLink, extension: VectorExtension, during: During): Searching {
	if ("reason" in extension) return { capability: { ...SCANS, reason: extension.reason } };
	const search = createSearch(link, extension.schema);
	const { exactUpTo, capabilities, words } = search;
	const index: VectorIndex = {
		name: "postgres",
		exactUpTo,
		capabilities,
		open: async () => {},
		close: async () => {},
		write: (change) => during(() => search.write(change)),
		check: (dimensions) => during(() => search.check(dimensions)),
		mark: (target) => during(() => search.mark(target)),
		nearest: (query) => during(() => search.nearest(query)),
		erase: (scope) => during(() => search.erase(scope)),
		count: (scope) => during(() => search.count(scope)),
		words: {
			statistics: (target, terms) => during(() => words.statistics(target, terms)),
			find: (target, terms, limit) => during(() => words.find(target, terms, limit)),
		},
	};
	return { capability: { keyword: "index", vector: "hnsw" }, search, index };
}
