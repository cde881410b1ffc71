import type { CallModelOptions } from "../call-model.ts";
import { findProvider } from "../known-providers.ts";
import { modelFailure } from "../model-failure.ts";
import { callEmbeddingModel, type EmbeddingModel } from "./call-embedding-model.ts";
import type { Embedder } from "./embedder.ts";

/**
 * Maximum texts per call, whatever the model allows: providers also limit the tokens of a call, without
 * saying so.
 */
const MOST_TEXTS = 128;
const MOST_CHARACTERS = 200_000;

/**
 * An embedding model of the AI SDK as an embedder. Texts are sent in batches, one after the other. Texts
 * without content are not sent, because providers refuse them.
 */
export function modelEmbedder(model: EmbeddingModel, options: CallModelOptions = {}): Embedder {
	const { provider, modelId } = model;
	// The same name for the object and for "provider/model-id": vectors of one are valid for the other.
	const name = `${findProvider(provider)?.id ?? provider}/${modelId}`;
	let dimensions = 0;

	const ask = async (texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> => {
		const vectors = await callEmbeddingModel(model, texts, signal, options);
		const length = vectors[0]?.length ?? 0;
		if (dimensions !== 0 && length !== dimensions) {
			const what = `it gave vectors of ${dimensions} dimensions before and of ${length} now`;
			throw modelFailure(new Error(what), model, 1);
		}
		dimensions = length;
		return vectors.map(toUnit);
	};

	return {
		name,
		get dimensions() {
			return dimensions;
		},
		async embed(texts, { signal = new AbortController().signal } = {}) {
			signal.throwIfAborted();
			const most = (await model.maxEmbeddingsPerCall) ?? MOST_TEXTS;
			const found = new Map<number, Float32Array>();
			for (const batch of batches(texts, Math.max(1, Math.min(most, MOST_TEXTS)))) {
				const sent = batch.map((index) => texts[index] as string);
				const vectors = await ask(sent, signal);
				for (const [i, index] of batch.entries()) found.set(index, vectors[i] as Float32Array);
			}
			// A vector of zeros needs a length.
			if (dimensions === 0 && texts.length > 0) await ask(["text"], signal);
			return texts.map((_, index) => found.get(index) ?? new Float32Array(dimensions));
		},
	};
}

/** The indexes of the texts with content, in groups that fit into one call. */
function* batches(texts: readonly string[], most: number): Generator<number[]> {
	let batch: number[] = [];
	let characters = 0;
	for (const [index, text] of texts.entries()) {
		if (text.trim() === "") continue;
		if (batch.length > 0 && (batch.length >= most || characters + text.length > MOST_CHARACTERS)) {
			yield batch;
			[batch, characters] = [[], 0];
		}
		batch.push(index);
		characters += text.length;
	}
	if (batch.length > 0) yield batch;
}

function toUnit(vector: readonly number[]): Float32Array {
	const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
	return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length));
}
