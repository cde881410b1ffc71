import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compareStatements } from "./index.ts";

interface FactPair {
	a: string;
	b: string;
	label: "same" | "contradicts" | "different";
}

const PAIRS = new URL("../../../../bench/data/fact-pairs/", import.meta.url);
const pairs = ["dev", "probes", "held-out", "fresh", "second-author", "second-author-fresh"].flatMap(
	(split) => JSON.parse(readFileSync(new URL(`${split}.json`, PAIRS), "utf8")) as FactPair[],
);

/** Of the pairs given a relation, the share that has it; of those that have it, the share that was given it. */
function measure(wanted: FactPair["label"]): { precision: number; recall: number } {
	const given = pairs.filter(({ a, b }) => compareStatements(a, b).relation === wanted);
	const right = given.filter(({ label }) => label === wanted).length;
	return {
		precision: right / given.length,
		recall: right / pairs.filter(({ label }) => label === wanted).length,
	};
}

it("joins and replaces facts with few mistakes on the labelled pairs (FA3)", () => {
	expect(pairs.length).toBeGreaterThan(1_000);
	const same = measure("same");
	const contradicts = measure("contradicts");
	expect(same.precision).toBeGreaterThanOrEqual(0.97);
	expect(contradicts.precision).toBeGreaterThanOrEqual(0.93);
	// What is found is worth having, too.
	expect(same.recall).toBeGreaterThan(0.75);
	expect(contradicts.recall).toBeGreaterThan(0.75);
});

it("gives the same answer whichever statement comes first", () => {
	for (const { a, b } of pairs)
		expect(compareStatements(a, b).relation).toBe(compareStatements(b, a).relation);
});
