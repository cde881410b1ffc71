/**
 * Turns texts into vectors of length 1: texts that mean the same point the same way. A text with nothing in it to go by
 * (an empty one) gives a vector of zeros, which is like nothing.
 */
export interface Embedder {
	/** Vectors of embedders with different names cannot be compared. */
	readonly name: string;
	/** How many numbers a vector has. That of an outside model is 0 until it has answered once. */
	readonly dimensions: number;
	/** A vector for each text, in their order. An abort rejects with the signal's reason. */
	embed(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<Float32Array[]>;
}

/** A word that is near another in meaning. */
export interface Neighbour {
	word: string;
	/** The cosine of the two words' vectors. */
	similarity: number;
}

/** An embedder that adds up vectors of words: no call and no wait, and single words can be asked about. */
export interface StaticEmbedder extends Embedder {
	embedSync(text: string): Float32Array;
	/** The vector of a word, in any case; undefined for what is not made of known pieces. */
	wordVector(word: string): Float32Array | undefined;
	/**
	 * The words of the vocabulary that are nearest to a word, nearest first, without itself: at most `limit` (16), with a
	 * similarity of at least `least` (0.3). Answers are remembered.
	 */
	neighbours(word: string, options?: { limit?: number; least?: number }): readonly Neighbour[];
}
