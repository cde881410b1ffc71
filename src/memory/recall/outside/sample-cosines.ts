import type { FactOwner, IndexedFact, WholeSpace } from "../../../store/ports/index.ts";
import type { FactView } from "../../index/index.ts";
import { createVectors, type Vectors } from "../../index/vectors.ts";
import { analysed } from "../fact-source.ts";
import type { MessageSource } from "../message-source.ts";

/** The vectors of a sample of facts. */
export interface Sample {
	vectors: Vectors;
	size: number;
}

/** As many as the ranking uses. */
const SAMPLE = 256;

/** The numbers of a sample of the facts in a view: the same facts that the ranking samples if it has all vectors. */
function sampleOf({ rows, size, columns }: FactView): number[] {
	const living: number[] = [];
	const step = Math.max(1, size / SAMPLE);
	for (let row = 0, at = 0; row < rows; row++) {
		if (columns.alive[row] === 0) continue;
		if (at++ >= Math.floor(living.length * step)) living.push(columns.id[row] as number);
	}
	return living;
}

/** Reads the vectors of a sample from the store. Without a view: those of the facts that were not changed for longest. */
export async function readSample(
	source: MessageSource,
	owner: FactOwner | WholeSpace,
	view?: FactView,
): Promise<Sample> {
	const nos = view && sampleOf(view);
	const found: IndexedFact[] = nos
		? await source.store.index.facts(owner, nos)
		: (await source.store.facts.changes(owner, 0, SAMPLE)).facts;
	const order = new Map(nos?.map((no, i) => [no, i]));
	if (nos) found.sort((a, b) => (order.get(a.no) ?? 0) - (order.get(b.no) ?? 0));
	const vectors = createVectors();
	const facts = await analysed(source, found);
	for (const [row, { analysed: fact }] of facts.entries()) vectors.set(row, fact.vector);
	return { vectors, size: facts.length };
}

/** The cosines of a vector with the sample; empty if they cannot be compared. */
export const sampleCosines = ({ vectors, size }: Sample, vector: Int8Array): number[] =>
	vectors.ask(vector) ? [...vectors.scan(size).subarray(0, size)] : [];
