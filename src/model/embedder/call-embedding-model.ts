import type { EmbeddingModelV2, EmbeddingModelV3, EmbeddingModelV4 } from "@ai-sdk/provider";
import type { CallModelOptions } from "../call-model.ts";
import { modelFailure } from "../model-failure.ts";
import { DEFAULT_RETRIES, isRetryable, retryDelay, sleep } from "../retry.ts";
import { untilAborted } from "../until-aborted.ts";

/** Any embedding model of the AI SDK. All versions are called in the same way. */
export type EmbeddingModel = EmbeddingModelV2<string> | EmbeddingModelV3 | EmbeddingModelV4;

/**
 * Calls an embedding model once, for one batch. Transient failures are retried. The result must have one
 * vector of finite numbers per text, all of the same length; anything else is an error of the model.
 *
 * Rejects with `model_failed` or, as soon as the signal aborts, with the signal's reason.
 */
export function callEmbeddingModel(
	model: EmbeddingModel,
	texts: readonly string[],
	signal: AbortSignal,
	{ delay = sleep, random = Math.random, now = Date.now }: CallModelOptions = {},
): Promise<readonly (readonly number[])[]> {
	const { provider, modelId } = model;
	const failed = { provider, modelId, task: "embedding", tooLong: "a text is too long for it" } as const;
	return untilAborted(signal, async () => {
		for (let attempts = 1; ; attempts++) {
			try {
				const { embeddings } = await model.doEmbed({ values: [...texts], abortSignal: signal });
				checkVectors(embeddings, texts.length);
				return embeddings;
			} catch (error) {
				signal.throwIfAborted();
				if (attempts > DEFAULT_RETRIES || !isRetryable(error)) throw modelFailure(error, failed, attempts);
				await delay(retryDelay(error, attempts, random, now), signal);
			}
		}
	});
}

function checkVectors(vectors: unknown, count: number): void {
	if (!Array.isArray(vectors) || vectors.length !== count) {
		const got = Array.isArray(vectors) ? `${vectors.length} vectors` : "no vectors";
		throw new Error(`it gave ${got} for ${count} texts`);
	}
	const length = vectors[0]?.length;
	for (const vector of vectors) {
		if (!Array.isArray(vector) || vector.length === 0) throw new Error("it gave a vector without numbers");
		if (vector.length !== length) {
			throw new Error(`it gave vectors of ${length} and of ${vector.length} dimensions`);
		}
		if (!vector.every(Number.isFinite)) throw new Error("it gave a vector with a number that is not finite");
	}
}
