import { topK, type VectorMatrix, vectorMatrix } from "../vector/index.ts";
import type { Neighbour, StaticEmbedder } from "./embedder.ts";
import { LEAST_KNOWN, MOST_KNOWN, type NeighbourTable } from "./neighbour-table.ts";
import type { TokenTable } from "./read-table.ts";
import { FIRST_REAL } from "./weigh-token.ts";

/** Questions that are remembered with their answers. Past it the oldest goes. */
const MOST_REMEMBERED = 2_000;

const WHOLE_WORD = /^\p{L}{3,}$/u;

interface Index {
	words: string[];
	matrix: VectorMatrix;
	/** What all words have in common, and what would make any two of them alike. */
	mean: Float32Array;
}

/**
 * Finds the nearest words of a vocabulary: those of its own words are known beforehand, for others all are looked
 * through. What that takes is made when it is first needed.
 */
export function openNeighbours(
	vocabulary: readonly string[],
	table: TokenTable,
	wordVector: StaticEmbedder["wordVector"],
	known?: { table: NeighbourTable; idOf(word: string): number | undefined },
): StaticEmbedder["neighbours"] {
	let index: Index | undefined;
	const remembered = new Map<string, readonly Neighbour[]>();

	const find = (word: string, limit: number, least: number): readonly Neighbour[] => {
		const id = limit <= MOST_KNOWN && least >= LEAST_KNOWN ? known?.idOf(word) : undefined;
		return (
			(id === undefined ? undefined : known?.table.find(id, limit, least)) ?? lookThrough(word, limit, least)
		);
	};

	const lookThrough = (word: string, limit: number, least: number): readonly Neighbour[] => {
		const vector = wordVector(word);
		if (!vector) return [];
		index ??= makeIndex(vocabulary, table);
		const { words, matrix, mean } = index;
		subtract(vector, mean);
		const scores = matrix.scan(vector);
		return topK(scores, limit, (row) => (scores[row] as number) >= least && words[row] !== word).map(
			({ row, score }) => ({ word: words[row] as string, similarity: score }),
		);
	};

	return (word, { limit = 16, least = 0.3 } = {}) => {
		const lower = word.toLowerCase();
		const key = `${limit} ${least} ${lower}`;
		const known = remembered.get(key);
		if (known) return known;
		const found = find(lower, limit, least);
		const oldest = remembered.size < MOST_REMEMBERED ? undefined : remembered.keys().next().value;
		if (oldest !== undefined) remembered.delete(oldest);
		remembered.set(key, found);
		return found;
	};
}

/** Ids of the tokens that are whole words, ascending. */
export function wholeWords(vocabulary: readonly string[]): number[] {
	return [...vocabulary.keys()].filter((id) => id >= FIRST_REAL && WHOLE_WORD.test(vocabulary[id] as string));
}

function makeIndex(vocabulary: readonly string[], table: TokenTable): Index {
	const { dimensions } = table;
	const ids = wholeWords(vocabulary);
	const vector = new Float32Array(dimensions);
	const sums = new Float64Array(dimensions);
	for (const id of ids) {
		readUnit(table, id, vector);
		for (let i = 0; i < dimensions; i++) sums[i] = (sums[i] as number) + (vector[i] as number);
	}
	const mean = Float32Array.from(sums, (sum) => sum / ids.length);
	const matrix = vectorMatrix(dimensions);
	for (const id of ids) {
		readUnit(table, id, vector);
		subtract(vector, mean);
		matrix.append(vector);
	}
	return { words: ids.map((id) => vocabulary[id] as string), matrix, mean };
}

/** Writes the vector of a token, with length 1. */
function readUnit({ values, dimensions }: TokenTable, id: number, into: Float32Array): void {
	const start = id * dimensions;
	let squares = 0;
	for (let i = 0; i < dimensions; i++) {
		const value = values[start + i] as number;
		into[i] = value;
		squares += value * value;
	}
	const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
	for (let i = 0; i < dimensions; i++) into[i] = (into[i] as number) * scale;
}

function subtract(from: Float32Array, what: Float32Array): void {
	for (let i = 0; i < from.length; i++) from[i] = (from[i] as number) - (what[i] as number);
}
