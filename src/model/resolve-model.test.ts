import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from "@ai-sdk/provider";
import { describe, expect, test, vi } from "vitest";
import type { Importer } from "./import-package.ts";
import { KNOWN_PROVIDERS } from "./known-providers.ts";
import { createModelResolver, resolveModel } from "./resolve-model.ts";

const v4 = (modelId = "m"): LanguageModelV4 =>
	({
		specificationVersion: "v4",
		provider: "p",
		modelId,
		supportedUrls: {},
		doGenerate: async () => ({}),
	}) as never;

/** An importer of packages that are not there. */
const nothing: Importer = async (name) => {
	throw Object.assign(new Error(`Cannot find package '${name}' imported from /x.js`), {
		code: "ERR_MODULE_NOT_FOUND",
	});
};
const refused = (model: unknown, load: Importer = nothing) =>
	createModelResolver(load)(model as string).then(
		() => expect.unreachable(),
		(error: unknown) => error,
	);

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
	const parts: T[] = [];
	for await (const part of stream) parts.push(part);
	return parts;
}

describe("AG3 models by name", () => {
	test("provider/model-id loads the provider's package and keeps slashes of the id", async () => {
		const load = vi.fn<Importer>(async () => ({ togetherai: v4 }));
		const model = await createModelResolver(load)("togetherai/meta-llama/Llama-3-70b");
		expect(model.modelId).toBe("meta-llama/Llama-3-70b");
		expect(load.mock.calls).toEqual([["@ai-sdk/togetherai"]]);
	});

	test.each([
		["openai/gpt-5-mini", "openai.responses", "gpt-5-mini"],
		["anthropic/claude-x", "anthropic.messages", "claude-x"],
		["google/gemini-x", "google.generative-ai", "gemini-x"],
	])("%s is a real model of the installed package", async (name, provider, modelId) => {
		expect(await resolveModel(name)).toMatchObject({ specificationVersion: "v4", provider, modelId });
	});

	test("a name is resolved once, a failure is not kept", async () => {
		const load = vi.fn<Importer>(nothing);
		const resolve = createModelResolver(load);
		await expect(resolve("groq/x")).rejects.toMatchObject({ code: "capability_missing" });
		load.mockImplementation(async () => ({ groq: v4 }));
		const [first, second] = await Promise.all([resolve("groq/x"), resolve("groq/x")]);
		expect(second).toBe(first);
		expect(load).toHaveBeenCalledTimes(2);
	});

	test("a package that is not installed: the command that installs it", async () => {
		expect(await refused("openai/gpt-5-mini")).toMatchObject({
			code: "capability_missing",
			message: 'model "openai/gpt-5-mini" needs the package @ai-sdk/openai: npm install @ai-sdk/openai',
		});
	});

	test.each([
		Object.assign(new Error("Cannot find package 'zod' imported from /x/@ai-sdk/openai/dist/index.js"), {
			code: "ERR_MODULE_NOT_FOUND",
		}),
		new SyntaxError("Unexpected token"),
	])("a broken package is distinguished from a missing one: %s", async (cause) => {
		const error = await refused("openai/x", () => Promise.reject(cause));
		expect(error).toMatchObject({ code: "capability_missing", broken: true, cause });
		expect(error).toHaveProperty("message", expect.stringContaining("cannot be loaded"));
	});

	test("a package without the export, or with an unknown kind of model: install a newer one", async () => {
		for (const loaded of [
			{},
			{ openai: () => ({}) },
			{ openai: () => ({ ...v4(), specificationVersion: "v1" }) },
		]) {
			expect(await refused("openai/x", async () => loaded)).toMatchObject({
				code: "capability_missing",
				message: expect.stringContaining("npm install @ai-sdk/openai@latest"),
			});
		}
	});

	test("a setting that is missing is named", async () => {
		const load: Importer = async () => ({
			vertex: () => {
				throw new Error("location setting is missing: GOOGLE_VERTEX_LOCATION");
			},
		});
		expect(await refused("google-vertex/x", load)).toMatchObject({
			code: "invalid",
			message: 'model "google-vertex/x": location setting is missing: GOOGLE_VERTEX_LOCATION',
		});
	});

	test.each([
		"acme/x",
		"gpt-5-mini",
		"",
		"/x",
		"../evil/x",
		"node:fs/promises",
		"constructor/x",
		"@ai-sdk/openai",
	])("%j is refused without any import, with what works", async (name) => {
		const load = vi.fn<Importer>(nothing);
		const error = await refused(name, load);
		expect(error).toMatchObject({ code: "invalid" });
		expect(error).toHaveProperty(
			"message",
			expect.stringMatching(/openai, anthropic.*a model object of any/),
		);
		expect(load).not.toHaveBeenCalled();
	});

	test.each(["openai/", "openai/ "])("%j has no id", async (name) => {
		expect(await refused(name)).toMatchObject({
			code: "invalid",
			message: expect.stringContaining("no model id"),
		});
	});

	test.each(["demo", "demo/anything"])("%s is the demo model", async (name) => {
		expect(await createModelResolver(nothing)(name)).toMatchObject({ provider: "demo" });
	});

	test("the table names each provider once, with a package, an export and a variable", () => {
		const ids = KNOWN_PROVIDERS.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		for (const known of KNOWN_PROVIDERS) {
			expect(known.package).toMatch(/^@[a-z-]+\/[a-z-]+$/);
			expect(known.export).toMatch(/^[a-zA-Z]+$/);
			expect(known.env).toMatch(/^[A-Z_]+$/);
		}
	});
});

describe("AG3 models as objects", () => {
	test("a model of version 4 is used as it is", async () => {
		const model = v4();
		expect(await resolveModel(model)).toBe(model);
	});

	test("a model of version 3 gets its prompt in its own form", async () => {
		const asked: unknown[] = [];
		const model = {
			specificationVersion: "v3",
			provider: "old",
			modelId: "m",
			supportedUrls: {},
			doGenerate: async (options: unknown) => {
				asked.push(options);
				return { content: [], finishReason: { unified: "stop", raw: "stop" }, usage: {}, warnings: [] };
			},
			doStream: () => expect.unreachable(),
		} as unknown as LanguageModelV3;
		const adapted = await resolveModel(model);
		expect(adapted).toMatchObject({ specificationVersion: "v4", provider: "old", modelId: "m" });
		expect(await resolveModel(model)).toBe(adapted);
		const file = { type: "file", mediaType: "image/png", data: { type: "data", data: "AAAA" } } as const;
		await adapted.doGenerate({ prompt: [{ role: "user", content: [file] }] });
		expect(asked).toMatchObject([{ prompt: [{ role: "user", content: [{ ...file, data: "AAAA" }] }] }]);
	});

	test("what a model of version 2 gives comes in the form of version 4", async () => {
		vi.stubGlobal("AI_SDK_LOG_WARNINGS", false);
		const usage = { inputTokens: 3, outputTokens: 4, totalTokens: 7, cachedInputTokens: 1 };
		const parts = [
			{ type: "text-delta", id: "0", delta: "hi" },
			{ type: "finish", finishReason: "unknown", usage },
		];
		const model = {
			specificationVersion: "v2",
			provider: "older",
			modelId: "m",
			supportedUrls: {},
			doGenerate: async () => ({
				content: [{ type: "text", text: "hi" }],
				finishReason: "stop",
				usage,
				warnings: [],
			}),
			doStream: async () => ({ stream: ReadableStream.from(parts) }),
		} as unknown as LanguageModelV2;
		const adapted = await resolveModel(model);
		const converted = { inputTokens: { total: 3, cacheRead: 1 }, outputTokens: { total: 4 } };
		expect(await adapted.doGenerate({ prompt: [] })).toMatchObject({
			finishReason: { unified: "stop" },
			usage: converted,
		});
		const { stream } = await adapted.doStream({ prompt: [] });
		expect(await collect(stream)).toMatchObject([
			parts[0] as object,
			{ type: "finish", finishReason: { unified: "other" }, usage: converted },
		]);
		vi.unstubAllGlobals();
	});

	test.each([
		[undefined, "got undefined"],
		[null, "got null"],
		[7, "got number"],
		[{}, "an object that is not a model"],
		[() => v4(), "call it with the id of a model"],
		[{ specificationVersion: "v4", doEmbed: () => undefined }, "not a language model"],
		[{ ...v4(), specificationVersion: "v9" }, 'unknown specification version "v9"'],
	])("anything else is refused: %s", async (model, what) => {
		expect(await refused(model)).toMatchObject({ code: "invalid", message: expect.stringContaining(what) });
	});
});
