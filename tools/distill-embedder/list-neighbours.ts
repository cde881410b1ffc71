/*
 * node tools/distill-embedder/list-neighbours.ts
 *
 * Writes data/embedder/neighbours.bin from the table and the vocabulary beside it: the nearest words of each word. To be
 * run whenever the table was made anew. Takes some ten seconds.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { wholeWords } from "../../src/model/embedder/find-neighbours.ts";
import { encodeNeighbours, LEAST_KNOWN, MOST_KNOWN } from "../../src/model/embedder/neighbour-table.ts";
import { readTable } from "../../src/model/embedder/read-table.ts";
import { createStaticEmbedder } from "../../src/model/embedder/static-embedder.ts";

const file = (name: string): URL => new URL(`../../data/embedder/${name}`, import.meta.url);
const vocabulary = readFileSync(file("vocabulary.txt"), "utf8").trimEnd().split("\n");
const embedder = createStaticEmbedder("listed", vocabulary, readTable(readFileSync(file("table.bin"))));
const ids = wholeWords(vocabulary);
const placeOf = new Map(ids.map((id, place) => [vocabulary[id] as string, place]));
const words = ids.map((id) => ({
	id,
	near: embedder
		.neighbours(vocabulary[id] as string, { limit: MOST_KNOWN, least: LEAST_KNOWN })
		.map(({ word, similarity }) => ({ place: placeOf.get(word) as number, similarity })),
}));
const bytes = encodeNeighbours(words);
writeFileSync(file("neighbours.bin"), bytes);
console.log(`${words.length} words, ${bytes.length} bytes`);
