import type { FactOwner, IndexMark, IndexTarget, WholeSpace, WordIndex } from "../../../store/ports/index.ts";
import type { MessageSource } from "../message-source.ts";
import { readSample, sampleCosines } from "./sample-cosines.ts";
import { isStill, type WordSource } from "./word-source.ts";

/** The words of an index that can search by words. */
export function indexWords(
	source: MessageSource,
	words: WordIndex,
	{
		owner,
		target,
		mark,
	}: { owner: FactOwner | WholeSpace; target: IndexTarget; mark: IndexMark | undefined },
): WordSource {
	return {
		async count(terms) {
			const { mark: now, entries, holding } = await words.statistics(target, terms);
			if (!isStill(mark, now)) return undefined;
			const counts = new Map(terms.map((term, i) => [term, holding[i] ?? 0]));
			return { size: entries, live: (term) => counts.get(term) ?? 0 };
		},
		find: ({ terms, limit }) => words.find(target, terms, limit),
		sample: async (vector) => sampleCosines(await readSample(source, owner), vector),
	};
}
