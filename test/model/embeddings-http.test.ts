import { createOpenAI } from "@ai-sdk/openai";
import { describe, expect, test } from "vitest";
import { resolveEmbedder } from "../../src/model/index.ts";
import { readBody, startServer } from "../tools/start-server.ts";

interface Asked {
	model: string;
	input: string[];
	authorization: string | undefined;
}

/** A server that speaks OpenAI's embeddings format: the vector of a text says how long it is. */
async function openEmbedder(key: string) {
	const asked: Asked[] = [];
	const { url } = await startServer(async (request, response) => {
		const { model, input } = JSON.parse(await readBody(request)) as Asked;
		asked.push({ model, input, authorization: request.headers.authorization });
		const send = (status: number, body: object) =>
			response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
		if (request.url !== "/v1/embeddings") return send(404, { error: { message: "Invalid URL" } });
		if (request.headers.authorization !== "Bearer right-key") {
			return send(401, { error: { message: `Incorrect API key provided: ${key}` } });
		}
		if (input.includes("")) return send(400, { error: { message: "'$.input' is invalid" } });
		const data = input.map((text, index) => ({
			object: "embedding",
			index,
			embedding: [text.length, text.length, 0, 0],
		}));
		send(200, { object: "list", model, data, usage: { prompt_tokens: 5, total_tokens: 5 } });
	});
	const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: key });
	return { embedder: await resolveEmbedder(openai.embeddingModel("text-embedding-3-small")), asked };
}

describe("OpenAI's embeddings over HTTP (ME4)", () => {
	test("texts go out in batches and come back as vectors of length 1", async () => {
		const { embedder, asked } = await openEmbedder("right-key");
		const texts = ["", ...Array.from({ length: 130 }, (_, i) => `text ${i}`)];
		const vectors = await embedder?.embed(texts);
		const half = Math.fround(Math.SQRT1_2);
		expect(vectors?.[0]).toEqual(new Float32Array(4));
		expect(vectors?.slice(1)).toEqual(Array(130).fill(Float32Array.of(half, half, 0, 0)));
		expect(embedder).toMatchObject({ name: "openai/text-embedding-3-small", dimensions: 4 });
		expect(asked.map(({ model, input }) => [model, input.length])).toEqual([
			["text-embedding-3-small", 128],
			["text-embedding-3-small", 2],
		]);
	});

	test("a refused key names the variable, and does not show the key", async () => {
		const { embedder, asked } = await openEmbedder("wrong-key-12345678");
		const failed = await embedder?.embed(["a"]).catch((error: unknown) => error);
		expect(failed).toMatchObject({
			code: "model_failed",
			reason: "unauthorized",
			statusCode: 401,
			message: expect.stringContaining("OPENAI_API_KEY"),
		});
		expect(String(failed)).not.toContain("wrong-key");
		expect(asked).toHaveLength(1);
	});

	test("a missing key names the variable", async () => {
		const kept = process.env.OPENAI_API_KEY;
		delete process.env.OPENAI_API_KEY;
		try {
			const embedder = await resolveEmbedder("openai/text-embedding-3-small");
			await expect(embedder?.embed(["a"])).rejects.toMatchObject({
				code: "model_failed",
				reason: "not_configured",
				message: expect.stringContaining("OPENAI_API_KEY"),
			});
		} finally {
			if (kept !== undefined) process.env.OPENAI_API_KEY = kept;
		}
	});
});
