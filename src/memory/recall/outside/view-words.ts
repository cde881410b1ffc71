import type {
	FactOwner,
	IndexMark,
	IndexTarget,
	VectorIndex,
	WholeSpace,
} from "../../../store/ports/index.ts";
import { createFactView } from "../../index/index.ts";
import { candidatesWithoutVectors, factSpans } from "../../rank/index.ts";
import { catchUpFacts, type HeldFacts } from "../fact-source.ts";
import type { MessageSource } from "../message-source.ts";
import { readSample, type Sample, sampleCosines } from "./sample-cosines.ts";
import { isStill, type WordSource } from "./word-source.ts";

/** The words of an owner's facts in this process, without vectors; and a sample of the vectors. */
export interface HeldWords {
	held: HeldFacts;
	/** The sample as of a revision. */
	sample: { rev: number; read: Promise<Sample> } | undefined;
}

/** Updates the words of an owner to its newest revision. */
export async function catchUpWords(
	source: MessageSource,
	owner: FactOwner | WholeSpace,
	known: HeldWords | undefined,
): Promise<HeldWords> {
	const words = known ?? { held: { view: createFactView(), rev: 0 }, sample: undefined };
	await catchUpFacts(source, owner, words.held, { vectors: false });
	return words;
}

/** The words of an owner in this process, for an index of vectors only. */
export function viewWords(
	source: MessageSource,
	index: VectorIndex,
	words: HeldWords,
	{
		owner,
		target,
		mark,
	}: { owner: FactOwner | WholeSpace; target: IndexTarget; mark: IndexMark | undefined },
): WordSource {
	const { view, rev } = words.held;
	return {
		view,
		async count() {
			// The index may have been emptied since the last search.
			if (!isStill(mark, await index.mark(target))) return undefined;
			return { size: view.size, live: (term) => view.postings.live(term) };
		},
		find: async ({ terms, query, now, limit }) =>
			candidatesWithoutVectors(view, terms, { spans: factSpans(query, now), now, limit }),
		async sample(vector) {
			if (words.sample?.rev !== rev) {
				const read = readSample(source, owner, view);
				words.sample = { rev, read };
				read.catch(() => {
					words.sample = undefined;
				});
			}
			return sampleCosines(await words.sample.read, vector);
		},
	};
}
