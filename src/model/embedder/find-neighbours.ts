import { topK, type VectorMatrix, vectorMatrix } from "../vector/index.ts";
import type { Neighbour, StaticEmbedder } from "./embedder.ts";
import { LEAST_KNOWN, MOST_KNOWN, type NeighbourTable } from "./neighbour-table.ts";
import type { TokenTable } from "./read-table.ts";
import { FIRST_REAL } from "./weigh-token.ts";

/** The number of cached queries. Beyond it, the oldest is dropped. */
const MOST_REMEMBERED = 2_000;

const WHOLE_WORD = /^\p{L}{3,}$/u;

interface Index {
	words: string[];
	matrix: VectorMatrix;
	/** What all words have in common. It would make any two of them similar. */
	mean: Float32Array;
}

/** A word that is no entry of the vocabulary goes by its first piece, if that is this much of it. */
const LEAST_LETTERS = 4;
const LEAST_SHARE = 0.5;
/** How near a word is to its own first piece. */
const OWN_PIECE = 0.8;

/** The neighbours that are known beforehand. */
export interface KnownNeighbours {
	table: NeighbourTable;
	/** The ids of the pieces of a word. */
	piecesOf(word: string): readonly number[];
}

/**
 * Finds the nearest words of a vocabulary. With a table there is no search: a word that is no entry has the neighbours of its
 * first piece ("kayaking" those of "kayak"), which finds as much as comparing it with all words and costs nothing. Without
 * one, all words are compared.
 */
export function openNeighbours(
	vocabulary: readonly string[],
	table: TokenTable,
	wordVector: StaticEmbedder["wordVector"],
	known?: KnownNeighbours,
): StaticEmbedder["neighbours"] {
	let index: Index | undefined;
	const remembered = new Map<string, readonly Neighbour[]>();

	const find = (word: string, limit: number, least: number): readonly Neighbour[] =>
		known && limit <= MOST_KNOWN && least >= LEAST_KNOWN
			? lookUp(known, word, limit, least)
			: lookThrough(word, limit, least);

	const lookUp = (
		{ table: near, piecesOf }: KnownNeighbours,
		word: string,
		limit: number,
		least: number,
	): readonly Neighbour[] => {
		const [first, more] = piecesOf(word);
		if (first === undefined) return [];
		if (more === undefined) return near.find(first, limit, least) ?? [];
		const piece = vocabulary[first] as string;
		if (piece.length < LEAST_LETTERS || piece.length < LEAST_SHARE * word.length) return [];
		const found = near.find(first, limit - 1, least);
		return found && least <= OWN_PIECE ? [{ word: piece, similarity: OWN_PIECE }, ...found] : (found ?? []);
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

/** The ids of the tokens that are whole words, ascending. */
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
