import { describe, expect, it } from "vitest";
import type { IndexOwner } from "../../store/ports/index.ts";
import { type EntryParts, entry, type IndexFixture, wanted } from "./index-fixture.ts";

/** Numbers that look random and are the same each time. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
		return (state >>> 0) / 4_294_967_296;
	};
}

const FACTS = 3_000;
const TERMS = 40;
const DIMENSIONS = 16;

/** Many facts that are added, changed and removed, compared with the simplest implementation. */
export function describeIndexModel(setup: () => IndexFixture): void {
	describe("many facts", () => {
		it("FA2: after thousands of changes, counts and words are exact, and most of the nearest vectors are found", async () => {
			const t = setup();
			const owner = t.owner({ user: "u" });
			const random = randomFrom(7);
			const below = (limit: number): number => Math.floor(random() * limit);
			const known = new Map<number, EntryParts>();
			const make = (no: number): EntryParts => {
				// The first terms are in nearly every fact, the last in few.
				const counts: Record<number, number> = {};
				for (let i = 0; i < 5; i++) counts[Math.floor(TERMS ** random()) * 1_000_003] = 1 + below(4);
				return entry(
					no,
					counts,
					Array.from({ length: DIMENSIONS }, () => below(255) - 127),
				);
			};
			for (let no = 1; no <= FACTS; no += 600) {
				const put = Array.from({ length: 600 }, (_, i) => make(3 * (no + i)));
				// Some facts change, some are removed, and one is added between two others.
				const before = [...known.keys()];
				const changed = before.filter(() => random() < 0.1).map(make);
				const gone = new Set(changed.map((fact) => fact.no));
				const remove = before.filter((one) => !gone.has(one) && random() < 0.05);
				const between = before.length > 0 ? [make(3 * below(no) + 1)] : [];
				await t.step(owner, { put: [...changed, ...between, ...put], remove });
				for (const fact of [...changed, ...between, ...put]) known.set(fact.no, fact);
				for (const one of remove) known.delete(one);
			}
			const facts = [...known.values()];
			expect((await t.index.count({ target: owner })).vectors).toBe(facts.length);
			if (t.index.words) await compareWords(t, owner, known);
			let found = 0;
			for (let i = 0; i < 10; i++) {
				const vector = make(0).vector as Int8Array;
				const nearest = facts
					.map(({ no, vector: other }) => ({ no, cosine: cosine(vector, other as Int8Array) }))
					.sort((a, b) => b.cosine - a.cosine);
				const { entries, usual } = await t.index.nearest({ target: owner, vector, limit: 20 });
				const best = new Set(nearest.slice(0, 20).map(({ no }) => no));
				found += entries.filter(({ no }) => best.has(no)).length;
				if (!t.index.capabilities.samples) continue;
				const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
				expect(usual?.length).toBeGreaterThanOrEqual(100);
				expect(Math.abs(mean(usual ?? []) - mean(nearest.map((one) => one.cosine)))).toBeLessThan(0.1);
			}
			expect(found).toBeGreaterThanOrEqual(160);
		});
	});
}

async function compareWords(
	t: IndexFixture,
	owner: IndexOwner,
	known: ReadonlyMap<number, EntryParts>,
): Promise<void> {
	const facts = [...known.values()];
	const terms = Array.from({ length: TERMS }, (_, i) => i * 1_000_003);
	const statistics = await t.words.statistics(owner, terms);
	expect(statistics.entries).toBe(facts.length);
	expect(statistics.holding).toEqual(
		terms.map((term) => facts.filter((fact) => fact.terms.includes(term)).length),
	);
	for (const asked of [terms.slice(1, 3), terms.slice(20, 30), terms.slice(1, 2)]) {
		const score = ({ terms: held, counts }: EntryParts): number =>
			asked.reduce((sum, term) => {
				const count = counts[held.indexOf(term)] ?? 0;
				return sum + (1.5 * count) / (count + 0.5);
			}, 0);
		const best = facts.map(score).sort((a, b) => b - a);
		const byWords = await t.words.find(owner, wanted(asked), 50);
		expect(new Set(byWords).size).toBe(50);
		// Of equal scores, any may be returned.
		byWords.forEach((no, i) => {
			expect(score(known.get(no) as EntryParts)).toBeCloseTo(best[i] as number, 6);
		});
	}
}

function cosine(a: Int8Array, b: Int8Array): number {
	let [product, left, right] = [0, 0, 0];
	a.forEach((value, i) => {
		product += value * (b[i] as number);
		left += value * value;
		right += (b[i] as number) ** 2;
	});
	return product / Math.sqrt(left * right || 1);
}
