import type { FactTerms, IndexMark, IndexOwner, VectorIndex } from "../../../store/ports/index.ts";
import { type AnalysedFact, analysed } from "../fact-source.ts";
import type { MessageSource } from "../message-source.ts";

/** Where an index stands, and what it cannot be told now. */
export interface CaughtUp {
	mark: IndexMark | undefined;
	/** The owner's revision. */
	rev: number;
	/** Facts that changed since the mark, where the index could not be brought further. */
	since: AnalysedFact[];
}

/** Facts written at once. */
const PAGE = 2_000;

/**
 * Brings an index to the owner's newest revision. It is done when the store has nothing to tell behind what was last written:
 * what is erased meanwhile is taken out again. `mark` is where it is likely to stand, if anybody knows.
 */
export async function catchUpIndex(
	source: MessageSource,
	index: VectorIndex,
	owner: IndexOwner,
	{ mark: known, stop }: { mark?: IndexMark | undefined; stop?: AbortSignal | undefined } = {},
): Promise<CaughtUp> {
	const { store, embedder } = source;
	const stands = async (): Promise<IndexMark | undefined> => (await index.statistics(owner, [])).mark;
	let mark = known ?? (await stands());
	for (;;) {
		stop?.throwIfAborted();
		const isOther = mark !== undefined && mark.embedder !== embedder?.name;
		// Who cannot make vectors leaves those that there are as they are.
		if (mark && isOther && !embedder) return readOn(source, owner, mark);
		const since = isOther ? 0 : (mark?.rev ?? 0);
		const { facts, removed, more, rev, reset } = await store.facts.changes(
			{ ...owner, uid: undefined },
			since,
			PAGE,
		);
		if (rev === since && !reset && !isOther) return { mark, rev, since: [] };
		const gone = facts.filter(({ status }) => status !== "active").map(({ no }) => no);
		const to = { rev: more ? (facts.at(-1)?.rev ?? rev) : rev, embedder: embedder?.name };
		const wasMade = await index.write({
			...{ owner, from: mark, to, clear: reset || isOther },
			put: (await analysed(source, facts)).map(toTerms),
			remove: [...removed, ...gone],
		});
		// Refused: somebody else was faster, or it was erased. Either way it says where it stands.
		mark = wasMade ? to : await stands();
	}
}

/** All that changed since the mark. */
async function readOn(source: MessageSource, owner: IndexOwner, mark: IndexMark): Promise<CaughtUp> {
	const since: AnalysedFact[] = [];
	for (let at = mark.rev; ; ) {
		const page = await source.store.facts.changes({ ...owner, uid: undefined }, at, PAGE);
		since.push(...(await analysed(source, page.facts)));
		if (!page.more) return { mark, rev: page.rev, since };
		at = page.facts.at(-1)?.rev ?? page.rev;
	}
}

const toTerms = ({ fact, analysed }: AnalysedFact): FactTerms => ({
	no: fact.no,
	terms: analysed.terms,
	counts: analysed.counts,
	vector: analysed.vector,
});
