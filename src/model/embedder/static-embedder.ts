import type { StaticEmbedder } from "./embedder.ts";
import { openNeighbours } from "./find-neighbours.ts";
import type { TokenTable } from "./read-table.ts";
import { splitWords } from "./split-words.ts";
import { openWordPieces } from "./word-pieces.ts";

/** Below it are BERT's special tokens and reserved places. */
const FIRST_REAL = 999;
const SPECIAL_WEIGHT = 0.02;

/**
 * An embedder over a table of token vectors: a text is the sum of its tokens. BERT's vocabulary is sorted by how often
 * a token was seen, so the place of a token says how much it tells: "the" little, "volleyball" much.
 */
export function createStaticEmbedder(
	name: string,
	vocabulary: readonly string[],
	{ rows, dimensions, scales, values }: TokenTable,
): StaticEmbedder {
	if (vocabulary.length !== rows) {
		throw new Error(`a vocabulary of ${vocabulary.length} tokens does not fit a table of ${rows} rows`);
	}
	const piecesOf = openWordPieces(vocabulary);
	const factors = scales.map((scale, id) => scale * weightOf(id));
	const sums = new Float64Array(dimensions);

	const add = (id: number): void => {
		const factor = factors[id] as number;
		const start = id * dimensions;
		for (let i = 0; i < dimensions; i++) {
			sums[i] = (sums[i] as number) + factor * (values[start + i] as number);
		}
	};

	const embedSync = (text: string): Float32Array => {
		sums.fill(0);
		for (const word of splitWords(text)) for (const id of piecesOf(word)) add(id);
		return unitOf(sums);
	};

	const wordVector = (word: string): Float32Array | undefined => {
		const pieces = splitWords(word).flatMap((part) => piecesOf(part));
		return pieces.some((id) => id >= FIRST_REAL) ? embedSync(word) : undefined;
	};

	return {
		name,
		dimensions,
		embedSync,
		wordVector,
		neighbours: openNeighbours(vocabulary, wordVector),
		async embed(texts, { signal } = {}) {
			signal?.throwIfAborted();
			return texts.map(embedSync);
		},
	};
}

const weightOf = (id: number): number => (id < FIRST_REAL ? SPECIAL_WEIGHT : Math.log(1 + id - 998));

function unitOf(sums: Float64Array): Float32Array {
	let squares = 0;
	for (let i = 0; i < sums.length; i++) squares += (sums[i] as number) ** 2;
	const unit = new Float32Array(sums.length);
	if (squares === 0) return unit;
	const up = 1 / Math.sqrt(squares);
	for (let i = 0; i < sums.length; i++) unit[i] = (sums[i] as number) * up;
	return unit;
}
