import { topK, type VectorMatrix, vectorMatrix } from "../vector/index.ts";
import type { Neighbour, StaticEmbedder } from "./embedder.ts";

/** Questions that are remembered with their answers. Past it the oldest goes. */
const MOST_REMEMBERED = 2_000;

const WHOLE_WORD = /^\p{L}{3,}$/u;

interface Index {
	words: string[];
	matrix: VectorMatrix;
}

/** Finds the nearest words of a vocabulary. What it needs for that is made when it is first asked. */
export function openNeighbours(
	vocabulary: readonly string[],
	wordVector: StaticEmbedder["wordVector"],
): StaticEmbedder["neighbours"] {
	let index: Index | undefined;
	const remembered = new Map<string, readonly Neighbour[]>();

	const find = (word: string, limit: number, least: number): readonly Neighbour[] => {
		const vector = wordVector(word);
		if (!vector) return [];
		index ??= makeIndex(vocabulary, wordVector, vector.length);
		const { words, matrix } = index;
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

function makeIndex(
	vocabulary: readonly string[],
	wordVector: StaticEmbedder["wordVector"],
	dimensions: number,
): Index {
	const words: string[] = [];
	const matrix = vectorMatrix(dimensions);
	for (const word of vocabulary) {
		if (!WHOLE_WORD.test(word)) continue;
		const vector = wordVector(word);
		if (!vector) continue;
		matrix.append(vector);
		words.push(word);
	}
	return { words, matrix };
}
