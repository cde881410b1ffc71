import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { afterEach, describe, expect, it } from "vitest";
import { holdfast, type InputPart } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import { startOpenAiServer } from "../model/openai-server.ts";

const session = { agentId: "a", sessionId: "s" };
const PNG = "iVBORw0KGgo=";
const PDF = "JVBERi0=";
const text = (said: string): InputPart => ({ type: "text", text: said });

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const close of opened.splice(0)) await close();
});

/** Every form of a picture, and what OpenAI's chat API is to get of it. */
const PICTURES: [InputPart, object][] = [
	[
		{ type: "image_url", image_url: { url: "https://x.test/a.png", detail: "low" } },
		{ url: "https://x.test/a.png", detail: "low" },
	],
	[
		{ type: "image", source: { type: "base64", media_type: "image/jpeg", data: "/9j/4AAQ" } },
		{ url: "data:image/jpeg;base64,/9j/4AAQ" },
	],
	[{ type: "image", image: PNG }, { url: `data:image/png;base64,${PNG}` }],
	[{ type: "file", url: "https://x.test/b", mediaType: "image/webp" }, { url: "https://x.test/b" }],
];

describe("ME3 pictures and files in requests to providers", () => {
	it("OpenAI's chat API gets them as image_url and file, also in later runs", async () => {
		const server = await startOpenAiServer({ script: () => "Fine." });
		opened.push(() => server.close());
		const model = createOpenAI({ baseURL: server.baseURL, apiKey: "test" }).chat("gpt-test");
		await using hf = await holdfast({ agents: [{ id: "a", model }] });
		const pdf: InputPart = {
			type: "document",
			title: "Terms",
			source: { type: "base64", media_type: "application/pdf", data: PDF },
		};
		const sound: InputPart = { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } };
		const input = [text("See"), ...PICTURES.map(([part]) => part), pdf, sound];
		await hf.agents.run({ ...session, input });
		await hf.agents.run({ ...session, input: "And now?" });
		const expected = [
			{ type: "text", text: "See" },
			...PICTURES.map(([, image_url]) => ({ type: "image_url", image_url })),
			{ type: "file", file: { filename: "Terms", file_data: `data:application/pdf;base64,${PDF}` } },
			{ type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } },
		];
		for (const { body, flaw } of server.requests) {
			expect(flaw).toBeUndefined();
			const messages = body.messages as { role: string; content: unknown }[];
			expect(messages.find(({ role }) => role === "user")?.content).toEqual(expected);
		}
		expect(server.requests).toHaveLength(2);
	});

	it("OpenAI's Responses API gets them as input_image and input_file", async () => {
		const server = await startOpenAiServer({ script: () => "Fine." });
		opened.push(() => server.close());
		const model = createOpenAI({ baseURL: server.baseURL, apiKey: "test" })("gpt-test");
		await using hf = await holdfast({ agents: [{ id: "a", model }] });
		const input: InputPart[] = [
			{ type: "input_text", text: "See" },
			{ type: "input_image", image_url: "https://x.test/a.png", detail: "high" },
			{ type: "input_file", filename: "a.pdf", file_data: `data:application/pdf;base64,${PDF}` },
			{ type: "input_file", file_url: "https://x.test/b.pdf" },
		];
		await hf.agents.run({ ...session, input });
		expect(server.requests[0]?.flaw).toBeUndefined();
		expect(server.requests[0]?.body.input).toEqual([{ role: "user", content: input }]);
	});

	it("Anthropic's API gets them as image and document", async () => {
		const bodies: { messages: { content: unknown }[] }[] = [];
		const fetch = async (_: unknown, init?: { body?: unknown }): Promise<Response> => {
			bodies.push(JSON.parse(String(init?.body)));
			const usage = { input_tokens: 9, output_tokens: 4 };
			const content = [{ type: "text", text: "Fine." }];
			return Response.json({
				type: "message",
				id: "m",
				model: "claude",
				role: "assistant",
				content,
				usage,
				stop_reason: "end_turn",
			});
		};
		const anthropic = createAnthropic({ apiKey: "test", fetch: fetch as typeof globalThis.fetch });
		await using hf = await holdfast({ agents: [{ id: "a", model: anthropic("claude-test") }] });
		const image: InputPart = { type: "image", source: { type: "url", url: "https://x.test/a.png" } };
		const inline = {
			type: "image" as const,
			source: { type: "base64" as const, media_type: "image/png", data: PNG },
		};
		const pdf = { type: "document" as const, source: { type: "url" as const, url: "https://x.test/a.pdf" } };
		const input: InputPart[] = [
			text("See"),
			image,
			inline,
			pdf,
			{ type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } },
		];
		await hf.agents.run({ ...session, input });
		expect(bodies[0]?.messages[0]?.content).toEqual([
			{ type: "text", text: "See" },
			image,
			inline,
			pdf,
			inline,
		]);
	});
});

/** A server on this machine, and how often it was asked. */
async function serve(
	listener: RequestListener,
): Promise<{ url: string; network: { allow: string[] }; asked: string[] }> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(request.url ?? "");
		listener(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	opened.push(() => new Promise((resolve) => server.close(() => resolve())));
	const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { url: `http://${host}`, network: { allow: [host] }, asked };
}

/** A model whose provider takes no addresses. */
function unlinked() {
	const scripted = scriptedModel(({ index }) => `answer ${index}`);
	const model: LanguageModelV4 = Object.assign(Object.create(scripted), { supportedUrls: {} });
	return { scripted, model };
}

describe("IF3 files by URL for a model whose provider does not fetch them", () => {
	it("are fetched here, once in a run, and sent as content", async () => {
		const { url, network, asked } = await serve((request, response) => {
			if (request.url === "/moved") response.writeHead(302, { location: "/cat" }).end();
			else response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from(PNG, "base64"));
		});
		const { scripted, model } = unlinked();
		await using hf = await holdfast({ network, agents: [{ id: "a", model }] });
		await hf.agents.run({ ...session, input: [{ type: "image", url: `${url}/moved` }] });
		const picture = { type: "file", mediaType: "image/png", data: { type: "data", data: PNG } };
		expect(scripted.prompts[0]?.at(-1)?.content).toEqual([picture]);
		expect(asked).toEqual(["/moved", "/cat"]);
	});

	it.each([
		"http://169.254.169.254/latest/meta-data/",
		"http://10.0.0.1/a.png",
		"http://[fd00::1]/a.png",
		"http://127.0.0.1:9/",
	])("%s is private: the run is refused and nothing is written", async (url) => {
		const { scripted, model } = unlinked();
		await using hf = await holdfast({ agents: [{ id: "a", model }] });
		const run = hf.agents.run({ ...session, input: [{ type: "image_url", image_url: { url } }] });
		await expect(run).rejects.toMatchObject({ code: "forbidden" });
		expect((await hf.sessions.list()).items).toEqual([]);
		expect(scripted.prompts).toEqual([]);
	});

	it("a redirect to a private address is not followed", async () => {
		const { url, network } = await serve((_, response) => {
			response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
		});
		const { scripted, model } = unlinked();
		await using hf = await holdfast({ network, agents: [{ id: "a", model }] });
		const run = hf.agents.run({ ...session, input: [{ type: "image", url: `${url}/a.png` }] });
		await expect(run).rejects.toMatchObject({ code: "forbidden" });
		expect(scripted.prompts).toEqual([]);
	});

	it("what cannot be fetched fails the run that brings it; later ones go on with a word about it", async () => {
		const { url, network } = await serve((_, response) => response.writeHead(404).end());
		const { scripted, model } = unlinked();
		await using hf = await holdfast({ network, agents: [{ id: "a", model }] });
		const run = hf.agents.run({ ...session, input: [{ type: "image", url: `${url}/a.png?secret=1` }] });
		await expect(run).rejects.toMatchObject({
			code: "invalid",
			message: expect.stringContaining("/a.png: the server answered 404"),
		});
		await hf.agents.run({ ...session, input: "And now?" });
		expect(JSON.stringify(scripted.prompts[0])).toContain("(an attachment of type image/png)");
	});

	it("a file that is too large is refused", async () => {
		const { url, network } = await serve((_, response) => {
			response.writeHead(200);
			const piece = Buffer.alloc(1024 * 1024);
			const send = (): void => {
				if (!response.destroyed) response.write(piece, send);
			};
			send();
		});
		const { model } = unlinked();
		await using hf = await holdfast({ network, agents: [{ id: "a", model }] });
		const run = hf.agents.run({ ...session, input: [{ type: "image", url: `${url}/a.png` }] });
		await expect(run).rejects.toMatchObject({ code: "limit_exceeded" });
	});
});
