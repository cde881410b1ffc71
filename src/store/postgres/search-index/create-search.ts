import type { IndexOwner, VectorIndex } from "../../ports/index.ts";
import type { Make, PostgresLink } from "../link.ts";
import { countIndex, eraseIndex } from "./erase-index.ts";
import { findByMeaning, findByWords } from "./find-candidates.ts";
import { readStatistics } from "./read-statistics.ts";
import { MAX_DIMENSIONS, VectorGraphs, vectorKind } from "./vector-graphs.ts";
import { writeChange } from "./write-change.ts";

/** The operations of an index, on a link that is open. */
export interface Search extends Omit<VectorIndex, "name" | "open"> {}

/** `schema` is where pgvector lives. */
export function createSearch(link: PostgresLink, schema: string): Search {
	const graphs = new VectorGraphs(link, schema);
	const type = `"${schema}".vector`;
	const tenantOf = (scope: Parameters<VectorIndex["erase"]>[0]): string =>
		"owner" in scope ? scope.owner.tenant : scope.tenant;
	const none = { byWords: [], byMeaning: [], usual: [] };
	const nearest = (owner: IndexOwner, vector: Int8Array, limit: number) => {
		graphs.want(vector.length);
		const kind = vectorKind(vector.length, schema);
		return link.snapshot(owner.tenant, () => findByMeaning(owner, vector, limit, kind));
	};
	return {
		exactUpTo: link.settings.exactUpTo,
		maxDimensions: MAX_DIMENSIONS,
		close: () => graphs.close(),
		write: (change) => link.write(change.owner.tenant, () => writeChange(change, type)),
		statistics: (owner, terms) => link.read(owner.tenant, () => readStatistics(owner, terms)),
		async find(owner, { terms = [], vector, limit }) {
			const words: Make<number[]> = () => findByWords(owner, terms, limit);
			const [byWords, near] = await Promise.all([
				terms.length > 0 ? link.read(owner.tenant, words) : [],
				vector && vector.length <= MAX_DIMENSIONS ? nearest(owner, vector, limit) : none,
			]);
			return { byWords, byMeaning: near.byMeaning, usual: near.usual };
		},
		erase: (scope) => link.write(tenantOf(scope), () => eraseIndex(scope, type)),
		count: (scope) => link.read(tenantOf(scope), () => countIndex(scope)),
	};
}
