import type { FactOwner, IndexedFact, WholeSpace } from "../../store/ports/index.ts";
import { detailOf } from "../facts/fact.ts";
import { createFactView, type FactEntry, type FactView } from "../index/index.ts";
import { decodeFact, encodeFact, type FactAnalysis } from "./fact-entry.ts";
import { analyseFacts } from "./make-entries.ts";
import type { MessageSource } from "./message-source.ts";

/** The facts of an owner as of a revision. */
export interface HeldFacts {
	view: FactView;
	rev: number;
}

/** Facts per read. */
const PAGE = 5_000;

/** Updates a view to the owner's newest revision. Without `vectors`, the view can be searched only by words. */
export async function catchUpFacts(
	source: MessageSource,
	owner: FactOwner | WholeSpace,
	held: HeldFacts,
	{ vectors = true }: { vectors?: boolean } = {},
): Promise<void> {
	for (let more = true; more; ) {
		const changes = await source.store.facts.changes(owner, held.rev, PAGE);
		if (changes.reset) Object.assign(held, { view: createFactView() });
		for (const no of changes.removed) {
			held.view.remove(no);
		}
		// A search finds active facts only.
		for (const { no, status } of changes.facts) if (status !== "active") held.view.remove(no);
		for (const found of await analysed(source, changes.facts)) {
			const { vector, ...rest } = toEntry(found);
			held.view.put(vectors && vector ? { ...rest, vector } : rest);
		}
		more = changes.more;
		held.rev = more ? (changes.facts.at(-1)?.rev ?? changes.rev) : changes.rev;
	}
}

/** A fact and its analysis. */
export interface AnalysedFact {
	fact: IndexedFact;
	analysed: FactAnalysis & { at: number };
}

/** The active facts with their analyses. */
export async function analysed(
	source: MessageSource,
	facts: readonly IndexedFact[],
): Promise<AnalysedFact[]> {
	const known: AnalysedFact[] = [];
	const unknown: IndexedFact[] = [];
	for (const fact of facts) {
		if (fact.status !== "active") continue;
		const analysed = fact.entry && decodeFact(fact.entry);
		if (analysed && (fact.vector || !source.embedder)) known.push({ fact, analysed });
		else unknown.push(fact);
	}
	if (unknown.length > 0) known.push(...(await analyseAgain(source, unknown)));
	return known;
}

/** A fact as an entry of a view. */
export const toEntry = ({ fact, analysed }: AnalysedFact): FactEntry => ({
	id: fact.no,
	name: fact.id,
	importance: fact.importance,
	pinned: fact.pinned,
	at: analysed.at,
	terms: analysed.terms,
	counts: analysed.counts,
	words: analysed.words,
	...(analysed.vector && { vector: analysed.vector }),
});

/** Analyses facts whose analysis is missing or has no vector, and stores the results for the next process. */
async function analyseAgain(
	{ store, tenant, embedder, background }: MessageSource,
	facts: readonly IndexedFact[],
): Promise<AnalysedFact[]> {
	const byId = new Map(facts.map((fact) => [fact.id, fact]));
	// A fact that has changed since has another revision, and the next update reads it.
	const records = (await store.facts.get(tenant, [...byId.keys()])).filter(
		({ id, rev }) => byId.get(id)?.rev === rev,
	);
	const analyses = await analyseFacts(
		embedder,
		records.map(({ content }) => content),
	);
	const made = records.map((record, i): AnalysedFact => {
		const analysed = { ...(analyses[i] as FactAnalysis), at: detailOf(record).observedAt };
		return { fact: byId.get(record.id) as IndexedFact, analysed };
	});
	background(
		store.facts.index(
			tenant,
			made.map(({ fact: { id, rev }, analysed }) => ({
				id,
				rev,
				entry: encodeFact(analysed, analysed.at),
				vector: analysed.vector !== undefined,
			})),
			embedder?.name,
		),
	);
	return made;
}
