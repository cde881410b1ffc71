import { beforeAll, describe, expect, it } from "vitest";
import type { StaticEmbedder } from "../../model/embedder/embedder.ts";
import { loadBuiltinEmbedder } from "../../model/embedder/index.ts";
import { analyse } from "../index/analyse.ts";
import { createFactView, type FactEntry, type FactView } from "../index/fact-view.ts";
import { readQuery } from "./query.ts";
import { rankFacts } from "./rank-facts.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2025, 0, 1);

let embedder: StaticEmbedder;
beforeAll(async () => {
	embedder = await loadBuiltinEmbedder();
});

function viewOf(facts: readonly (string | ({ text: string } & Partial<FactEntry>))[], first = 0): FactView {
	const view = createFactView();
	facts.forEach((fact, i) => {
		const { text, ...rest } = typeof fact === "string" ? { text: fact } : fact;
		const analysed = analyse(text, { embedder });
		view.put({ ...analysed, id: first + i, importance: 0.5, pinned: false, at: NOW, ...rest });
	});
	return view;
}

const KNOWN = [
	"The user has a dog called Pilot.",
	"The user prefers a dark colour scheme.",
	"The user cannot eat peanuts.",
	"The user lives in Paris.",
	"The user drives a red car.",
];

const idsOf = (view: FactView | FactView[], question: string): number[] =>
	rankFacts([view].flat(), readQuery(question, { embedder }), { now: NOW }).map(({ id }) => id);

describe("the ranking of facts", () => {
	it("finds them by words and by meaning (FA2)", () => {
		const view = viewOf(KNOWN);
		expect(idsOf(view, "Pilot")[0]).toBe(0);
		expect(idsOf(view, "Which pet is there?")[0]).toBe(0);
		expect(idsOf(view, "food allergy")[0]).toBe(2);
		expect(idsOf(view, "In which city is the home?")[0]).toBe(3);
	});

	it("finds nothing when nothing fits, also where there is little to compare with", () => {
		expect(idsOf(viewOf(KNOWN), "quarterly billing problem")).toEqual([]);
		expect(idsOf(viewOf(KNOWN.slice(0, 1)), "quarterly billing problem")).toEqual([]);
		expect(idsOf(viewOf([]), "dog")).toEqual([]);
		expect(rankFacts([], readQuery("dog", { embedder }), { now: NOW })).toEqual([]);
		expect(idsOf(viewOf(KNOWN), "")).toEqual([]);
	});

	it("adds up its parts to the score, which is about 1 for the fact itself (FA2)", () => {
		const hits = rankFacts([viewOf(KNOWN)], readQuery("The user drives a red car", { embedder }), {
			now: NOW,
		});
		for (const { score, parts } of hits) {
			expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 10);
		}
		expect(hits[0]?.id).toBe(4);
		expect(hits[0]?.score).toBeGreaterThan(0.75);
		expect(hits[0]?.score).toBeLessThan(1.2);
	});

	it("decides by importance, pins and age between facts that fit alike", () => {
		const text = "The user likes tea.";
		const order = idsOf(
			viewOf([
				{ text, at: NOW - 400 * DAY },
				{ text, importance: 0.9 },
				{ text },
				{ text, importance: 0.9, pinned: true },
			]),
			"tea",
		);
		expect(order).toEqual([3, 1, 2, 0]);
	});

	it("does not let importance outweigh a word", () => {
		const view = viewOf([
			{ text: "The user likes green tea.", importance: 0 },
			{ text: "The user is 40.", importance: 1 },
		]);
		expect(idsOf(view, "green tea")[0]).toBe(0);
	});

	it("leaves out what is no longer true, what is not accepted and what was removed", () => {
		const view = viewOf([
			{ text: "dog one", validTo: NOW - 1 },
			"dog two",
			{ text: "dog three", validTo: NOW + 1 },
			"dog four",
		]);
		view.remove(3);
		expect(idsOf(view, "dog").toSorted()).toEqual([1, 2]);
		const accepted = rankFacts([view], readQuery("dog", { embedder }), {
			now: NOW,
			accept: (id) => id !== 1,
		});
		expect(accepted.map(({ id }) => id)).toEqual([2]);
	});

	it("ranks the facts of several views as those of one (FA2)", () => {
		const query = readQuery("Which dog does the user have?", { embedder });
		const apart = rankFacts([viewOf(KNOWN.slice(0, 2)), viewOf(KNOWN.slice(2), 2)], query, { now: NOW });
		const together = rankFacts([viewOf(KNOWN)], query, { now: NOW });
		expect(apart.map(({ id }) => id)).toEqual(together.map(({ id }) => id));
		apart.forEach(({ score }, i) => {
			expect(score).toBeCloseTo(together[i]?.score ?? 0, 10);
		});
	});

	it("counts a fact that is gone in nothing (FA2)", () => {
		const view = viewOf([...KNOWN, "The user walks the dog at night.", "A dog barked."]);
		view.remove(5);
		view.remove(6);
		const query = readQuery("the dog of the user", { embedder });
		const options = { now: NOW, method: "keyword" } as const;
		expect(rankFacts([view], query, options)).toEqual(rankFacts([viewOf(KNOWN)], query, options));
	});

	it("works by words alone, and by meaning alone (ME4)", () => {
		const words = rankFacts([viewOf(KNOWN)], readQuery("dog"), { now: NOW });
		expect(words.map(({ id, parts }) => [id, parts.vector])).toEqual([[0, undefined]]);
		const [nearest] = rankFacts([viewOf(KNOWN)], readQuery("a dog", { embedder }), {
			now: NOW,
			method: "vector",
		});
		expect([nearest?.id, nearest?.parts.keyword]).toEqual([0, undefined]);
	});
});
