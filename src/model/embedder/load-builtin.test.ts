import { readFileSync, statSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { StaticEmbedder } from "./embedder.ts";
import { loadBuiltinEmbedder } from "./load-builtin.ts";
import { readTable } from "./read-table.ts";

const file = (name: string): URL => new URL(`../../../data/embedder/${name}`, import.meta.url);

let embedder: StaticEmbedder;
beforeAll(async () => {
	embedder = await loadBuiltinEmbedder();
});

const dot = (a: Float32Array, b: Float32Array): number =>
	a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
const likeness = (a: string, b: string): number => dot(embedder.embedSync(a), embedder.embedSync(b));

describe("the built-in embedder (ME4)", () => {
	test("is loaded once", async () => {
		expect(await loadBuiltinEmbedder()).toBe(embedder);
		expect(embedder).toMatchObject({ name: "holdfast-static-1", dimensions: 256 });
	});

	test("its table has at most 8 MiB", () => {
		expect(statSync(file("table.bin")).size).toBeLessThanOrEqual(8 * 2 ** 20);
	});

	test("gives vectors of length 1, the same every time", async () => {
		const texts = ["A boat on the lake", "日本", "!?", "naïve café 😀"];
		const vectors = await embedder.embed(texts);
		for (const [i, text] of texts.entries()) {
			const vector = vectors[i] as Float32Array;
			expect(dot(vector, vector)).toBeCloseTo(1, 5);
			expect(vector).toEqual(embedder.embedSync(text));
		}
	});

	test("a text without content gives zeros, and an abort rejects", async () => {
		expect(await embedder.embed(["", " \n"])).toEqual([new Float32Array(256), new Float32Array(256)]);
		const signal = AbortSignal.abort(new Error("enough"));
		await expect(embedder.embed(["a"], { signal })).rejects.toThrow("enough");
	});

	test.each([
		["Where does my sister live?", "Her sister moved to a flat in Hamburg", "The invoice is overdue again"],
		["allergic to nuts", "peanuts make me ill", "the train was late"],
		["which sport does he play", "he joined a volleyball team", "he repaired the printer"],
	])("%s is nearer to what means the like than to another thing", (question, near, far) => {
		expect(likeness(question, near)).toBeGreaterThan(likeness(question, far));
	});

	test("case and accents make no difference", () => {
		expect(embedder.embedSync("CAFÉ in Paris")).toEqual(embedder.embedSync("cafe in paris"));
	});

	test.each([
		["dog", "puppy"],
		["happy", "delighted"],
		["Berlin", "germany"],
	])("%s has %s among its neighbours, and not itself", (word, other) => {
		const found = embedder.neighbours(word);
		expect(found.map((each) => each.word)).toContain(other);
		expect(found.map((each) => each.word)).not.toContain(word.toLowerCase());
		expect(found).toHaveLength(16);
		expect(found).toEqual([...found].sort((a, b) => b.similarity - a.similarity));
		expect(embedder.neighbours(word)).toBe(found);
	});

	test("neighbours can be limited, and a word of unknown pieces has none", () => {
		expect(embedder.neighbours("dog", { limit: 2 })).toHaveLength(2);
		for (const { similarity } of embedder.neighbours("dog", { limit: 1_000, least: 0.6 })) {
			expect(similarity).toBeGreaterThanOrEqual(0.6);
		}
		expect(embedder.neighbours("😀")).toEqual([]);
		expect(embedder.wordVector("😀")).toBeUndefined();
		expect(embedder.wordVector("")).toBeUndefined();
		expect(embedder.wordVector("Volleyball")).toEqual(embedder.wordVector("volleyball"));
	});

	test("a file of another kind or a truncated one is refused", () => {
		const bytes = readFileSync(file("table.bin"));
		expect(readTable(bytes)).toMatchObject({ rows: 30_522, dimensions: 256 });
		expect(() => readTable(bytes.subarray(0, -1))).toThrow("truncated");
		expect(() => readTable(bytes.subarray(1))).toThrow("not a table");
		expect(() => readTable(Buffer.from("HFST\x02".padEnd(16, "\0"), "latin1"))).toThrow("unknown format 2");
		expect(() => readTable(new Uint8Array())).toThrow("not a table");
	});
});
