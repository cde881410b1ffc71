import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { termHash } from "../text/term-hash.ts";
import { words } from "../text/words.ts";
import { analyse, withVector } from "./analyse.ts";
import { FLAG } from "./analysed.ts";

const hashOf = (word: string): number => termHash(words(word)[0]?.stem ?? "") | 0;

describe("the analysis of a text", () => {
	it("counts stems and leaves stop words out", () => {
		const { terms, counts, words: length } = analyse("The dogs and the dog chase a cat");
		expect(new Map(Array.from(terms, (term, i) => [term, counts[i]]))).toEqual(
			new Map([
				[hashOf("dog"), 2],
				[hashOf("chase"), 1],
				[hashOf("cat"), 1],
			]),
		);
		expect(length).toBe(8);
	});

	it("keeps no word of the text", () => {
		const kept = JSON.stringify(analyse("my password is swordfish", { speaker: "Ada" }));
		expect(kept).not.toMatch(/swordfish|password|ada/i);
	});

	it("knows questions, the first and the second person, and words of time", () => {
		const asked = analyse("Did you see your sister last week?");
		expect([asked.flags & FLAG.question, asked.flags & FLAG.firstPerson, asked.you]).toEqual([
			FLAG.question,
			0,
			2,
		]);
		expect(asked.temporal).toBe(2);
		expect(analyse("We moved in May 2019.").temporal).toBe(2);
		expect(analyse("We may move.").temporal).toBe(0);
		expect(analyse("We moved.").flags & FLAG.firstPerson).not.toBe(0);
	});

	it("knows a speaker by any spelling of the name, and by a name before a colon", () => {
		const ada = analyse("hello", { speaker: "Ada Byron" });
		expect(analyse("hello", { speaker: "ADA BYRON" }).speaker).toBe(ada.speaker);
		expect(analyse("Ada Byron: hello").speaker).toBe(ada.speaker);
		expect([...ada.names]).toEqual([hashOf("ada"), hashOf("byron")]);
		expect(analyse("hello").speaker).toBe(0);
		expect(analyse("Ada: 3 rows", { kind: "tool" }).speaker).toBe(0);
	});

	it("takes any text", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
				const { terms, counts } = analyse(text);
				expect(terms.length).toBe(counts.length);
				expect([...terms].every((term, i) => i === 0 || (terms[i - 1] as number) < term)).toBe(true);
			}),
		);
	});

	it("takes the vector of an outside embedder, and none of zeros", () => {
		const analysed = analyse("hello");
		expect(withVector(analysed, Float32Array.of(0, 1, -1)).vector).toEqual(Int8Array.of(0, 127, -127));
		expect(withVector(analysed, new Float32Array(3)).vector).toBeUndefined();
	});
});
