import type { QuantizedVector } from "../vector/index.ts";

/**
 * Turns texts into vectors of length 1. Texts with similar meanings have similar directions. A text without
 * content (an empty one) gives a vector of zeros, which is similar to nothing.
 */
export interface Embedder {
	/** Vectors of embedders with different names cannot be compared. */
	readonly name: string;
	/** The length of a vector. For an external model it is 0 until the first answer. */
	readonly dimensions: number;
	/** One vector per text, in their order. An abort rejects with the signal's reason. */
	embed(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<Float32Array[]>;
}

/** A word with a similar meaning. */
export interface Neighbour {
	word: string;
	/** The cosine of the vectors of the two words. */
	similarity: number;
}

/**
 * An embedder that adds up word vectors: it works without a network call and can answer questions about
 * single words.
 */
export interface StaticEmbedder extends Embedder {
	embedSync(text: string): Float32Array;
	/** The direction of `embedSync(text)` as bytes, for an index. Faster, because it needs no vector of length 1. */
	embedBytes(text: string): QuantizedVector;
	/** The vector of a word, in any case; undefined if it does not consist of known pieces. */
	wordVector(word: string): Float32Array | undefined;
	/**
	 * The words of the vocabulary that are nearest to a word, nearest first, without the word itself: at most
	 * `limit` (16), with a similarity of at least `least` (0.3). Results are cached.
	 */
	neighbours(word: string, options?: { limit?: number; least?: number }): readonly Neighbour[];
}
