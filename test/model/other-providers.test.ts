import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { defineAgent, holdfast } from "../../src/index.ts";
import { callModel, type Prompt } from "../../src/model/index.ts";
import { modelCall } from "./model-call.ts";

/** Answers every request with the same, and keeps what it was sent. */
function canned(answer: object | string) {
	const bodies: Record<string, unknown>[] = [];
	const fetch = async (_: unknown, init?: { body?: unknown }): Promise<Response> => {
		bodies.push(JSON.parse(String(init?.body)));
		return typeof answer === "string"
			? new Response(answer, { headers: { "content-type": "text/event-stream" } })
			: Response.json(answer);
	};
	return { bodies, fetch: fetch as typeof globalThis.fetch };
}

const events = (parts: readonly object[]): string =>
	parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join("");

const look: LanguageModelV4FunctionTool = {
	type: "function",
	name: "look",
	description: "Looks something up.",
	inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
};

/** Everything that a turn's prompt can hold, in the order in which it can hold it. */
const prompt: Prompt = [
	{ role: "system", content: "Be brief." },
	{ role: "user", content: [{ type: "text", text: "Hello" }] },
	{ role: "user", content: [{ type: "text", text: "Where are 1 and 2?" }] },
	{
		role: "assistant",
		content: [
			{ type: "text", text: "Let me see." },
			{ type: "tool-call", toolCallId: "call_a", toolName: "look", input: { id: "1" } },
			{ type: "tool-call", toolCallId: "call_b", toolName: "look", input: {} },
		],
	},
	{
		role: "tool",
		content: [
			{
				type: "tool-result",
				toolCallId: "call_a",
				toolName: "look",
				output: { type: "json", value: { at: "home" } },
			},
			{
				type: "tool-result",
				toolCallId: "call_b",
				toolName: "look",
				output: { type: "error-text", value: "lost" },
			},
		],
	},
	{ role: "assistant", content: [{ type: "text", text: "1 is at home." }] },
	{ role: "assistant", content: [{ type: "text", text: "2 is lost." }] },
	{
		role: "user",
		content: [
			{ type: "text", text: "And this?" },
			{ type: "file", mediaType: "image/png", data: { type: "data", data: "iVBORw0KGgo=" } },
			{
				type: "file",
				mediaType: "image/png",
				data: { type: "url", url: new URL("https://example.com/a.png") },
			},
		],
	},
];

describe("AG3 Anthropic", () => {
	const usage = { input_tokens: 9, output_tokens: 4 };
	const message = {
		type: "message",
		id: "m",
		role: "assistant",
		model: "claude-x-1",
		content: [],
		stop_reason: null,
		usage,
	};
	const thinking = { type: "thinking", thinking: "hm", signature: "sig" };
	const calls = { type: "tool_use", id: "toolu_1", name: "look", input: { id: "1" } };
	const model = (fetch: typeof globalThis.fetch) => createAnthropic({ apiKey: "x", fetch })("claude-x");

	test("ME6 takes a history with tool calls, results and files", async () => {
		const { bodies, fetch } = canned({
			...message,
			stop_reason: "end_turn",
			content: [{ type: "text", text: "A cat." }],
		});
		const step = await callModel(modelCall(model(fetch), { prompt, tools: [look] }));
		expect(step).toMatchObject({
			text: "A cat.",
			finishReason: "stop",
			usage: { inputTokens: 9, outputTokens: 4, totalTokens: 13 },
			responseModel: "claude-x-1",
		});
		expect(bodies).toMatchObject([
			{
				system: [{ text: "Be brief." }],
				messages: [
					{ role: "user", content: [{ text: "Hello" }, { text: "Where are 1 and 2?" }] },
					{
						role: "assistant",
						content: [{ type: "text" }, { type: "tool_use", id: "call_a" }, { id: "call_b", input: {} }],
					},
					{ role: "user", content: [{ tool_use_id: "call_a" }, { tool_use_id: "call_b", is_error: true }] },
					{ role: "assistant", content: [{ text: "1 is at home." }, { text: "2 is lost." }] },
					{ role: "user", content: [{ type: "text" }, { type: "image" }, { type: "image" }] },
				],
			},
		]);
	});

	test("ME12 a run marks what comes again, counts what came from the cache, and can be told not to", async () => {
		const { bodies, fetch } = canned({
			...message,
			stop_reason: "end_turn",
			content: [{ type: "text", text: "Fine." }],
			usage: { ...usage, cache_read_input_tokens: 5, cache_creation_input_tokens: 0 },
		});
		const agents = [
			defineAgent({ id: "a", model: model(fetch), instructions: "Be brief." }),
			defineAgent({
				id: "b",
				model: model(fetch),
				instructions: "Be brief.",
				settings: { promptCache: false },
			}),
		];
		await using hf = await holdfast({ agents });
		await hf.agents.run({ agentId: "a", sessionId: "s", input: "one" });
		const { runId, usage: counted } = await hf.agents.run({ agentId: "a", sessionId: "s", input: "two" });
		const mark = { cache_control: { type: "ephemeral" } };
		expect(bodies[1]).toMatchObject({
			system: [mark],
			messages: [
				{ role: "user", content: [{ text: "one" }] },
				{ role: "assistant", content: [{ text: "Fine.", ...mark }] },
				{ role: "user", content: [{ text: "two" }] },
			],
		});
		expect(JSON.stringify(bodies[1]).match(/cache_control/g)).toHaveLength(2);
		expect(counted.cachedInputTokens).toBe(5);
		expect((await hf.runs.get(runId)).usage?.cachedInputTokens).toBe(5);
		const spans = await hf.runs.trace(runId);
		expect(spans.find(({ kind }) => kind === "model")?.attributes).toMatchObject({
			"gen_ai.usage.cache_read.input_tokens": 5,
		});
		await hf.agents.run({ agentId: "b", sessionId: "s", input: "one" });
		expect(JSON.stringify(bodies[2])).not.toContain("cache_control");
	});

	test("AG4 gives thinking and tool calls, whole and streamed alike", async () => {
		const whole = canned({ ...message, stop_reason: "tool_use", content: [thinking, calls] });
		const streamed = canned(
			events([
				{ type: "message_start", message },
				{
					type: "content_block_start",
					index: 0,
					content_block: { ...thinking, thinking: "", signature: "" },
				},
				{ type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "hm" } },
				{ type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "sig" } },
				{ type: "content_block_stop", index: 0 },
				{ type: "content_block_start", index: 1, content_block: { ...calls, input: {} } },
				{
					type: "content_block_delta",
					index: 1,
					delta: { type: "input_json_delta", partial_json: '{"id":' },
				},
				{ type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '"1"}' } },
				{ type: "content_block_stop", index: 1 },
				{ type: "message_delta", delta: { stop_reason: "tool_use" }, usage },
				{ type: "message_stop" },
			]),
		);
		const step = await callModel(modelCall(model(whole.fetch), { tools: [look] }));
		expect(step).toMatchObject({
			text: "",
			reasoning: [{ text: "hm", providerMetadata: { anthropic: { signature: "sig" } } }],
			toolCalls: [{ id: "toolu_1", name: "look", input: { id: "1" } }],
			finishReason: "tool-calls",
		});
		const same = await callModel(
			modelCall(model(streamed.fetch), { tools: [look], onText: () => undefined }),
		);
		expect({ ...same, usage: step.usage }).toEqual(step);
	});
});

describe("AG3 Google", () => {
	const answer = (parts: object[]) => ({
		candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
		usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4, totalTokenCount: 13 },
		modelVersion: "gemini-x-1",
	});
	const model = (fetch: typeof globalThis.fetch) => createGoogle({ apiKey: "x", fetch })("gemini-x");

	test("ME6 takes a history with tool calls, results and files", async () => {
		const { bodies, fetch } = canned(answer([{ text: "A cat." }]));
		const step = await callModel(modelCall(model(fetch), { prompt, tools: [look] }));
		expect(step).toMatchObject({
			text: "A cat.",
			finishReason: "stop",
			usage: { inputTokens: 9, outputTokens: 4 },
		});
		const [body] = bodies;
		expect(body).toMatchObject({ systemInstruction: { parts: [{ text: "Be brief." }] } });
		const contents = (body?.contents ?? []) as { parts: object[] }[];
		const parts = contents.flatMap((content) => content.parts);
		expect(parts.filter((part) => "functionCall" in part)).toMatchObject([
			{ functionCall: { name: "look", args: { id: "1" } } },
			{ functionCall: { name: "look", args: {} } },
		]);
		expect(parts.filter((part) => "functionResponse" in part)).toHaveLength(2);
	});

	test("AG4 gives tool calls with ids that tell them apart, and keeps its signatures", async () => {
		const parts = [
			{ functionCall: { name: "look", args: { id: "1" } }, thoughtSignature: "sig" },
			{ functionCall: { name: "look", args: { id: "2" } } },
		];
		for (const given of [answer(parts), events([answer(parts)])]) {
			const onText = typeof given === "string" ? () => undefined : undefined;
			const { toolCalls } = await callModel(modelCall(model(canned(given).fetch), { tools: [look], onText }));
			expect(toolCalls).toMatchObject([
				{ input: { id: "1" }, providerMetadata: { google: { thoughtSignature: "sig" } } },
				{ input: { id: "2" } },
			]);
			expect(toolCalls[0]?.id).not.toBe(toolCalls[1]?.id);
		}
	});
});
