import type { EmbeddingModelV4, EmbeddingModelV4CallOptions } from "@ai-sdk/provider";
import { describe, expect, test, vi } from "vitest";
import { modelEmbedder } from "./model-embedder.ts";

type Answer = (call: EmbeddingModelV4CallOptions) => unknown;

/** A model that answers so, and an embedder over it that does not wait. */
function open(answer: Answer, given: Partial<EmbeddingModelV4> = {}) {
	const doEmbed = vi.fn(async (call: EmbeddingModelV4CallOptions) => ({ embeddings: await answer(call) }));
	const waits: number[] = [];
	const delay = async (ms: number): Promise<void> => void waits.push(ms);
	const model = {
		specificationVersion: "v4",
		provider: "acme.text",
		modelId: "m",
		maxEmbeddingsPerCall: undefined,
		supportsParallelCalls: false,
		...given,
		doEmbed,
	} as unknown as EmbeddingModelV4;
	const embedder = modelEmbedder(model, { delay, random: () => 1 });
	return { embedder, waits, sent: () => doEmbed.mock.calls.map(([call]) => call.values) };
}

const lengths: Answer = ({ values }) => values.map((text) => [text.length, 0, 0]);
const failWith = (error: object): never => {
	throw Object.assign(new Error("busy"), error);
};

describe("an embedding model as an embedder (ME4)", () => {
	test("vectors have length 1 and come in the order of the texts, in batches the model allows", async () => {
		const { embedder, sent } = open(
			({ values }) => values.map((text) => [3 * text.length, 4 * text.length]),
			{
				maxEmbeddingsPerCall: Promise.resolve(2),
			},
		);
		const vectors = await embedder.embed(["a", "bb", "ccc"]);
		expect(vectors).toEqual(Array(3).fill(Float32Array.of(0.6, 0.8)));
		expect(sent()).toEqual([["a", "bb"], ["ccc"]]);
		expect(embedder).toMatchObject({ name: "acme.text/m", dimensions: 2 });
	});

	test("a call carries no more than providers take", async () => {
		const { embedder, sent } = open(lengths, { maxEmbeddingsPerCall: Number.POSITIVE_INFINITY });
		await embedder.embed(Array(200).fill("x"));
		await embedder.embed(["y".repeat(150_000), "z".repeat(150_000)]);
		expect(sent().map((values) => values.length)).toEqual([128, 72, 1, 1]);
	});

	test("texts without content are not sent: they are zeros", async () => {
		const { embedder, sent } = open(lengths);
		expect(await embedder.embed(["", "ab", " \n"])).toEqual([
			new Float32Array(3),
			Float32Array.of(1, 0, 0),
			new Float32Array(3),
		]);
		expect(await embedder.embed([])).toEqual([]);
		expect(sent()).toEqual([["ab"]]);
	});

	test("also when the dimensions are not known yet", async () => {
		const { embedder } = open(lengths);
		expect(await embedder.embed([""])).toEqual([new Float32Array(3)]);
	});

	test("what may go well the next time is tried again, as long as the provider asks", async () => {
		let calls = 0;
		const { embedder, waits } = open((call) => {
			if (++calls === 1) failWith({ isRetryable: true });
			if (calls === 2) failWith({ isRetryable: true, responseHeaders: { "retry-after": "3" } });
			return lengths(call);
		});
		expect(await embedder.embed(["a"])).toHaveLength(1);
		expect(waits).toEqual([500, 3_000]);
	});

	test("a failure names the model, the reason and what to do; no more than three attempts", async () => {
		const limited = open(() => failWith({ isRetryable: true, statusCode: 429 }));
		await expect(limited.embedder.embed(["a"])).rejects.toMatchObject({
			code: "model_failed",
			reason: "rate_limited",
			attempts: 3,
			retryable: true,
		});
		const long = open(() => failWith({ message: "maximum context length is 8192 tokens", statusCode: 400 }));
		await expect(long.embedder.embed(["a"])).rejects.toMatchObject({
			code: "model_failed",
			reason: "context_length",
			attempts: 1,
			message: expect.stringContaining("a text is too long for it"),
		});
	});

	test.each<[string, Answer, string]>([
		["too few", () => [[1]], "1 vectors for 2 texts"],
		["none", () => undefined, "no vectors for 2 texts"],
		["of two lengths", () => [[1], [1, 2]], "of 1 and of 2 dimensions"],
		["without numbers", () => [[], []], "without numbers"],
		["with NaN", () => [[1], [Number.NaN]], "not finite"],
		["with text", () => [[1], ["1"]], "not finite"],
	])("vectors that are wrong are a failure of the model: %s", async (_, answer, what) => {
		const { embedder, waits } = open(answer);
		await expect(embedder.embed(["a", "b"])).rejects.toMatchObject({
			code: "model_failed",
			reason: "failed",
			message: expect.stringContaining(what),
		});
		expect(waits).toEqual([]);
	});

	test("dimensions that change are a failure of the model", async () => {
		const { embedder } = open(({ values: [text = ""] }) => [Array(text.length).fill(1)]);
		await embedder.embed(["abc"]);
		await expect(embedder.embed(["ab"])).rejects.toMatchObject({
			code: "model_failed",
			message: expect.stringContaining("3 dimensions before and of 2 now"),
		});
		expect(embedder.dimensions).toBe(3);
	});

	test("an abort is heard even where the model does not listen", async () => {
		const controller = new AbortController();
		const { embedder } = open(() => {
			controller.abort(new Error("enough"));
			return new Promise(() => undefined);
		});
		await expect(embedder.embed(["a"], { signal: controller.signal })).rejects.toThrow("enough");
	});
});
