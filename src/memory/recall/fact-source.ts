import type { FactOwner, IndexedFact, WholeSpace } from "../../store/ports/index.ts";
import { detailOf } from "../facts/fact.ts";
import { createFactView, type FactView } from "../index/index.ts";
import { decodeFact, encodeFact, type FactAnalysis } from "./fact-entry.ts";
import { analyseFacts } from "./make-entries.ts";
import type { MessageSource } from "./message-source.ts";

/** The facts of an owner as of a revision. */
export interface HeldFacts {
	view: FactView;
	rev: number;
}

/** Facts read at once. */
const PAGE = 5_000;

/** Brings a view to the owner's newest revision. */
export async function catchUpFacts(
	source: MessageSource,
	owner: FactOwner | WholeSpace,
	held: HeldFacts,
): Promise<void> {
	for (let more = true; more; ) {
		const changes = await source.store.facts.changes(owner, held.rev, PAGE);
		if (changes.reset) Object.assign(held, { view: createFactView() });
		for (const no of changes.removed) {
			held.view.remove(no);
		}
		await addFacts(source, held, changes.facts);
		more = changes.more;
		held.rev = more ? (changes.facts.at(-1)?.rev ?? changes.rev) : changes.rev;
	}
}

async function addFacts(
	source: MessageSource,
	held: HeldFacts,
	facts: readonly IndexedFact[],
): Promise<void> {
	const known: Found[] = [];
	const unknown: IndexedFact[] = [];
	for (const fact of facts) {
		// Only what is known now is found.
		if (fact.status !== "active") {
			held.view.remove(fact.no);
			continue;
		}
		const analysed = fact.entry && decodeFact(fact.entry);
		if (analysed && (fact.vector || !source.embedder)) known.push({ fact, analysed });
		else unknown.push(fact);
	}
	if (unknown.length > 0) known.push(...(await analyseAgain(source, unknown)));
	for (const { fact, analysed } of known) {
		held.view.put({
			id: fact.no,
			name: fact.id,
			importance: fact.importance,
			pinned: fact.pinned,
			at: analysed.at,
			...{ terms: analysed.terms, counts: analysed.counts, words: analysed.words },
			...(analysed.vector && { vector: analysed.vector }),
		});
	}
}

interface Found {
	fact: IndexedFact;
	analysed: FactAnalysis & { at: number };
}

/** Facts whose analysis is missing or was made without an embedder. What is made is stored for the next process. */
async function analyseAgain(
	{ store, tenant, embedder, background }: MessageSource,
	facts: readonly IndexedFact[],
): Promise<Found[]> {
	const byId = new Map(facts.map((fact) => [fact.id, fact]));
	// What has changed since has another revision, and is met again.
	const records = (await store.facts.get(tenant, [...byId.keys()])).filter(
		({ id, rev }) => byId.get(id)?.rev === rev,
	);
	const analyses = await analyseFacts(
		embedder,
		records.map(({ content }) => content),
	);
	const made = records.map((record, i): Found => {
		const analysed = { ...(analyses[i] as FactAnalysis), at: detailOf(record).observedAt };
		return { fact: byId.get(record.id) as IndexedFact, analysed };
	});
	background(
		store.facts.index(
			tenant,
			made.map(({ fact: { id, rev }, analysed }) => ({
				...{ id, rev, entry: encodeFact(analysed, analysed.at) },
				vector: analysed.vector !== undefined,
			})),
			embedder?.name,
		),
	);
	return made;
}
