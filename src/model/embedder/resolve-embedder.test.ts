import type { EmbeddingModelV4 } from "@ai-sdk/provider";
import { describe, expect, test, vi } from "vitest";
import type { Importer } from "../import-package.ts";
import type { EmbeddingModel } from "./call-embedding-model.ts";
import { createEmbedderResolver, resolveEmbedder } from "./resolve-embedder.ts";

const fake = (given: Partial<EmbeddingModelV4> = {}): EmbeddingModel => ({
	specificationVersion: "v4",
	provider: "openai.embedding",
	modelId: "small",
	maxEmbeddingsPerCall: 2,
	supportsParallelCalls: true,
	doEmbed: async ({ values }) => ({ embeddings: values.map(() => [1, 0]), warnings: [] }),
	...given,
});

/** An importer of packages that are not there. */
const nothing: Importer = async (name) => {
	throw Object.assign(new Error(`Cannot find package '${name}' imported from /x.js`), {
		code: "ERR_MODULE_NOT_FOUND",
	});
};
const refused = (given: unknown, load: Importer = nothing) =>
	createEmbedderResolver(load)(given as string).then(
		() => expect.unreachable(),
		(error: unknown) => error,
	);

describe("which embedder is meant (ME4)", () => {
	test("undefined or builtin is the built-in one, false is none", async () => {
		const builtin = await resolveEmbedder(undefined);
		expect(builtin?.name).toBe("holdfast-static-1");
		expect(await resolveEmbedder("builtin")).toBe(builtin);
		expect(await resolveEmbedder(false)).toBeUndefined();
	});

	test.each(["v2", "v3", "v4"] as const)("an embedding model of version %s", async (specificationVersion) => {
		const model = fake({ specificationVersion } as Partial<EmbeddingModelV4>);
		const embedder = await resolveEmbedder(model);
		expect(embedder).toMatchObject({ name: "openai/small", dimensions: 0 });
		expect(await embedder?.embed(["a"])).toEqual([Float32Array.of(1, 0)]);
		expect(embedder?.dimensions).toBe(2);
		expect(await resolveEmbedder(model)).toBe(embedder);
	});

	test("a name loads the provider's package; a failure is not kept", async () => {
		const load = vi.fn<Importer>(nothing);
		const resolve = createEmbedderResolver(load);
		await expect(resolve("openai/a/b")).rejects.toMatchObject({
			code: "capability_missing",
			message: 'embedding model "openai/a/b" needs the package @ai-sdk/openai: npm install @ai-sdk/openai',
		});
		const embeddingModel = (modelId: string) => fake({ modelId });
		load.mockImplementation(async () => ({ openai: Object.assign(() => undefined, { embeddingModel }) }));
		const embedder = await resolve("openai/a/b");
		expect(embedder?.name).toBe("openai/a/b");
		expect(await resolve("openai/a/b")).toBe(embedder);
		expect(load.mock.calls).toEqual([["@ai-sdk/openai"], ["@ai-sdk/openai"]]);
	});

	test("the older name of the maker works too", async () => {
		const load: Importer = async () => ({
			mistral: { textEmbeddingModel: () => fake({ provider: "mistral" }) },
		});
		expect(await createEmbedderResolver(load)("mistral/small")).toMatchObject({ name: "mistral/small" });
	});

	test.each(["openai/text-embedding-3-small", "google/gemini-embedding-001"])(
		"%s is a real model of the installed package",
		async (name) => {
			expect(await resolveEmbedder(name)).toMatchObject({ name, dimensions: 0 });
		},
	);

	test("a provider without embedding models is distinguished from one that is too old", async () => {
		await expect(resolveEmbedder("anthropic/x")).rejects.toMatchObject({
			code: "capability_missing",
			message: expect.stringContaining("has no embedding model of this name, or none at all"),
		});
		for (const openai of [undefined, {}, { embeddingModel: () => ({}) }]) {
			expect(await refused("openai/x", async () => ({ openai }))).toMatchObject({
				code: "capability_missing",
				message: expect.stringContaining("npm install @ai-sdk/openai@latest"),
			});
		}
	});

	test("a setting that is missing is named", async () => {
		const embeddingModel = () => {
			throw new Error("location setting is missing");
		};
		expect(await refused("google-vertex/x", async () => ({ vertex: { embeddingModel } }))).toMatchObject({
			code: "invalid",
			message: 'embedding model "google-vertex/x": location setting is missing',
		});
	});

	test.each(["acme/x", "small", "", "demo", "node:fs/promises"])(
		"%j is refused without any import",
		async (name) => {
			const load = vi.fn<Importer>(nothing);
			expect(await refused(name, load)).toMatchObject({
				code: "invalid",
				message: expect.stringMatching(/openai, anthropic.*builtin; a model object of any/),
			});
			expect(load).not.toHaveBeenCalled();
		},
	);

	test.each([
		[null, "got null"],
		[7, "got number"],
		[true, "got boolean"],
		[{}, "an object that is not an embedding model"],
		[() => fake(), "call its embeddingModel"],
		[{ specificationVersion: "v4", doGenerate: () => undefined }, "a language model"],
		[{ ...fake(), specificationVersion: "v9" }, 'unknown specification version "v9"'],
	])("anything else is refused: %s", async (given, what) => {
		expect(await refused(given)).toMatchObject({ code: "invalid", message: expect.stringContaining(what) });
	});
});
