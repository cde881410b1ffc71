import { quantize } from "../vector/index.ts";
import type { StaticEmbedder } from "./embedder.ts";
import { openNeighbours } from "./find-neighbours.ts";
import type { NeighbourTable } from "./neighbour-table.ts";
import type { TokenTable } from "./read-table.ts";
import { splitWords } from "./split-words.ts";
import { FIRST_REAL, weighToken } from "./weigh-token.ts";
import { openWordPieces } from "./word-pieces.ts";

/** An embedder over a table of token vectors: the vector of a text is the weighted sum of its tokens. */
export function createStaticEmbedder(
	name: string,
	vocabulary: readonly string[],
	table: TokenTable,
	near?: NeighbourTable,
): StaticEmbedder {
	const { rows, dimensions, scales, values } = table;
	if (vocabulary.length !== rows) {
		throw new Error(`a vocabulary of ${vocabulary.length} tokens does not fit a table of ${rows} rows`);
	}
	const piecesOf = openWordPieces(vocabulary);
	const factors = scales.map((scale, id) => scale * weighToken(id, vocabulary[id] as string));
	const sums = new Float64Array(dimensions);

	/** Adds four tokens at a time: the sums are then read and written a quarter as often. */
	const addAll = (ids: readonly number[]): void => {
		// Local names: captured variables would be looked up again at every step.
		const [into, from, size] = [sums, values, dimensions];
		for (let n = 0; n < ids.length; n += 4) {
			const left = ids.length - n;
			const a = ids[n] as number;
			const b = left > 1 ? (ids[n + 1] as number) : 0;
			const c = left > 2 ? (ids[n + 2] as number) : 0;
			const d = left > 3 ? (ids[n + 3] as number) : 0;
			const fa = factors[a] as number;
			const fb = left > 1 ? (factors[b] as number) : 0;
			const fc = left > 2 ? (factors[c] as number) : 0;
			const fd = left > 3 ? (factors[d] as number) : 0;
			const pa = a * size;
			const pb = b * size;
			const pc = c * size;
			const pd = d * size;
			for (let i = 0; i < size; i++) {
				into[i] =
					(into[i] as number) +
					fa * (from[pa + i] as number) +
					fb * (from[pb + i] as number) +
					fc * (from[pc + i] as number) +
					fd * (from[pd + i] as number);
			}
		}
	};

	/** Adds up the vectors of a text into `sums`. */
	const sumUp = (text: string): void => {
		const ids: number[] = [];
		const words = splitWords(text);
		// Indexed loops: iterating over lists of one piece each would take as long as finding them.
		for (let w = 0; w < words.length; w++) {
			const pieces = piecesOf(words[w] as string);
			for (let p = 0; p < pieces.length; p++) ids.push(pieces[p] as number);
		}
		sums.fill(0);
		addAll(ids);
	};

	const embedSync = (text: string): Float32Array => {
		sumUp(text);
		return unitOf(sums);
	};

	const allPiecesOf = (word: string): number[] => splitWords(word).flatMap((part) => piecesOf(part));

	const wordVector = (word: string): Float32Array | undefined => {
		return allPiecesOf(word).some((id) => id >= FIRST_REAL) ? embedSync(word) : undefined;
	};

	return {
		name,
		dimensions,
		embedSync,
		embedBytes(text) {
			sumUp(text);
			return quantize(sums);
		},
		wordVector,
		neighbours: openNeighbours(vocabulary, table, wordVector, near && { table: near, piecesOf: allPiecesOf }),
		async embed(texts, { signal } = {}) {
			signal?.throwIfAborted();
			return texts.map(embedSync);
		},
	};
}

function unitOf(sums: Float64Array): Float32Array {
	let squares = 0;
	for (let i = 0; i < sums.length; i++) squares += (sums[i] as number) * (sums[i] as number);
	const unit = new Float32Array(sums.length);
	if (squares === 0) return unit;
	const up = 1 / Math.sqrt(squares);
	for (let i = 0; i < sums.length; i++) unit[i] = (sums[i] as number) * up;
	return unit;
}
