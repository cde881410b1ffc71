import type { LanguageModelV4FunctionTool, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { callModel } from "../../src/model/index.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import {
	bareModel,
	finish,
	generatingModel,
	modelCall,
	noUsage,
	streamingModel,
	text,
} from "./model-call.ts";

const orderStatus: LanguageModelV4FunctionTool = {
	type: "function",
	name: "order_status",
	inputSchema: { type: "object", properties: { id: { type: "string" } } },
};

const toolCall = (toolCallId: string, input: string, more: object = {}): LanguageModelV4StreamPart => ({
	type: "tool-call",
	toolCallId,
	toolName: "order_status",
	input,
	...more,
});

describe("AG2 a call of a model", () => {
	test("with a listener the model streams, and each delta is passed on by itself", async () => {
		const model = scriptedModel([{ deltas: ["Hel", "lo ", "Ada"] }]);
		const deltas: string[] = [];
		const step = await callModel(modelCall(model, { onText: (delta) => deltas.push(delta) }));
		expect(deltas).toEqual(["Hel", "lo ", "Ada"]);
		expect(step).toEqual({
			text: "Hello Ada",
			reasoning: [],
			toolCalls: [],
			finishReason: "stop",
			usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
		});
	});

	test("without a listener it does not stream, and gives the same", async () => {
		const turn = {
			text: "Hello",
			reasoning: "hm",
			toolCalls: [{ name: "order_status", input: { id: "1" } }],
		};
		const model = scriptedModel(() => turn);
		const streamed = await callModel(modelCall(model, { onText: () => undefined }));
		const generated = await callModel(modelCall({ ...model, doStream: () => expect.unreachable() }));
		expect({ ...generated, toolCalls: [{ ...generated.toolCalls[0], id: "call_1" }] }).toEqual(streamed);
	});

	test("a delta is passed on before the next one is asked for", async () => {
		const seen: string[] = [];
		const turn = { deltas: ["a", "b", "c"], between: (index: number) => void seen.push(`before ${index}`) };
		await callModel(modelCall(scriptedModel([turn]), { onText: (delta) => seen.push(delta) }));
		expect(seen).toEqual(["before 0", "a", "before 1", "b", "before 2", "c"]);
	});

	test("settings, tools and the choice reach the model; what is not set is not sent", async () => {
		const model = scriptedModel(() => "ok");
		const settings = { temperature: 0.2, maxOutputTokens: 50, topP: 0.9, seed: 7 };
		await callModel(
			modelCall(model, {
				tools: [orderStatus],
				toolChoice: "none",
				settings: { ...settings, providerOptions: { openai: { store: false } } },
			}),
		);
		await callModel(modelCall(model, { toolChoice: "none" }));
		const [full, bare] = model.calls;
		expect(full).toMatchObject({
			...settings,
			tools: [orderStatus],
			toolChoice: { type: "none" },
			providerOptions: { openai: { store: false } },
		});
		expect(Object.keys(bare ?? {})).toEqual(["prompt"]);
	});

	test("what the listener throws ends the call, as it is", async () => {
		const broken = new Error("the screen is gone");
		const call = modelCall(scriptedModel([{ deltas: ["a", "b"] }]), {
			onText: () => {
				throw broken;
			},
		});
		await expect(callModel(call)).rejects.toBe(broken);
	});
});

describe("AG4 tool calls of a model", () => {
	test("input is parsed, none is {}, and what is no JSON is flagged and kept", async () => {
		const parts = [toolCall("a", '{"id":"1"}'), toolCall("b", ""), toolCall("c", '{"id":'), finish];
		const { toolCalls } = await callModel(modelCall(streamingModel(parts), { onText: () => undefined }));
		expect(toolCalls).toEqual([
			{ id: "a", name: "order_status", input: { id: "1" } },
			{ id: "b", name: "order_status", input: {} },
			{ id: "c", name: "order_status", input: '{"id":', malformed: true },
		]);
	});

	test("what the provider runs itself is not ours to run", async () => {
		const parts = [toolCall("a", "{}", { providerExecuted: true }), text("found it"), finish];
		const step = await callModel(modelCall(streamingModel(parts), { onText: () => undefined }));
		expect(step).toMatchObject({ text: "found it", toolCalls: [] });
	});

	test("calls without an id or with the same one get ids that tell them apart", async () => {
		const parts = [toolCall("a", "{}"), toolCall("a", "{}"), toolCall("", "{}"), finish];
		const { toolCalls } = await callModel(modelCall(streamingModel(parts), { onText: () => undefined }));
		expect(toolCalls[0]?.id).toBe("a");
		expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(3);
		for (const { id } of toolCalls) expect(id).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
	});

	test("the provider's metadata of a call is kept", async () => {
		const providerMetadata = { google: { thoughtSignature: "x" } };
		const parts = [toolCall("a", "{}", { providerMetadata }), finish];
		const { toolCalls } = await callModel(modelCall(streamingModel(parts), { onText: () => undefined }));
		expect(toolCalls[0]).toMatchObject({ providerMetadata });
	});
});

describe("AG2 what else a model gives", () => {
	test("reasoning is collected part by part, with the provider's latest metadata", async () => {
		const signature = { anthropic: { signature: "s" } };
		const parts: LanguageModelV4StreamPart[] = [
			{ type: "reasoning-start", id: "1", providerMetadata: { anthropic: {} } },
			{ type: "reasoning-delta", id: "1", delta: "think" },
			{ type: "reasoning-start", id: "2" },
			{ type: "reasoning-delta", id: "1", delta: "ing" },
			{ type: "reasoning-end", id: "1", providerMetadata: signature },
			{ type: "reasoning-end", id: "2" },
			{ type: "reasoning-start", id: "1", providerMetadata: { anthropic: { redactedData: "r" } } },
			text("done"),
			finish,
		];
		const step = await callModel(modelCall(streamingModel(parts), { onText: () => undefined }));
		expect(step.reasoning).toEqual([
			{ text: "thinking", providerMetadata: signature },
			{ text: "", providerMetadata: { anthropic: { redactedData: "r" } } },
		]);
	});

	test("metadata of the text is kept when the text is one part", async () => {
		const part = (itemId: string) =>
			({ type: "text", text: itemId, providerMetadata: { openai: { itemId } } }) as const;
		const one = await callModel(modelCall(generatingModel({ content: [part("m1")] })));
		const two = await callModel(modelCall(generatingModel({ content: [part("m1"), part("m2")] })));
		expect(one).toMatchObject({ text: "m1", textMetadata: { openai: { itemId: "m1" } } });
		expect(two.text).toBe("m1m2");
		expect(two).not.toHaveProperty("textMetadata");
	});

	test("AG9 usage counts what is known, and 0 for the rest", async () => {
		const known = {
			inputTokens: { total: 12, noCache: 4, cacheRead: 8, cacheWrite: undefined },
			outputTokens: { total: 5, text: 2, reasoning: 3 },
		};
		const response = { modelId: "gpt-x-2026" };
		expect(await callModel(modelCall(generatingModel({ usage: known, response })))).toMatchObject({
			usage: { inputTokens: 12, outputTokens: 5, totalTokens: 17, cachedInputTokens: 8, reasoningTokens: 3 },
			responseModel: "gpt-x-2026",
		});
		const { usage } = await callModel(modelCall(generatingModel({ usage: noUsage })));
		expect(usage).toEqual({ inputTokens: 0, outputTokens: 0, totalTokens: 0 });
	});
});

describe("AG3 a model that has one method only", () => {
	const says = (message: string) => async () => {
		throw new Error(message);
	};
	const streaming = streamingModel.bind(undefined, [text("Hel"), text("lo"), finish]);

	test.each([undefined, says("Not implemented"), says("streaming is unsupported")])(
		"without streaming the answer comes as one delta",
		async (doStream) => {
			const deltas: string[] = [];
			const { doGenerate } = generatingModel({ content: [{ type: "text", text: "Hello" }] });
			const model = bareModel({ doGenerate, ...(doStream && { doStream }) });
			const step = await callModel(modelCall(model, { onText: (delta) => deltas.push(delta) }));
			expect([step.text, deltas]).toEqual(["Hello", ["Hello"]]);
		},
	);

	test.each([undefined, says("not implemented")])(
		"without generating a streamed answer is collected",
		async (doGenerate) => {
			const model = { ...streaming(), ...(doGenerate && { doGenerate }) };
			expect(await callModel(modelCall(model))).toMatchObject({ text: "Hello" });
		},
	);

	test("a provider that says the request is unsupported is not asked twice", async () => {
		const refusal = Object.assign(new Error("Unsupported parameter: temperature"), { statusCode: 400 });
		const model = bareModel({
			doStream: () => Promise.reject(refusal),
			doGenerate: () => expect.unreachable(),
		});
		await expect(callModel(modelCall(model, { onText: () => undefined }))).rejects.toMatchObject({
			code: "model_failed",
			attempts: 1,
			statusCode: 400,
		});
	});

	test("a provider that refuses to stream is asked for the whole answer", async () => {
		const message = "Your organization must be verified to stream this model.";
		const { doGenerate } = generatingModel({ content: [{ type: "text", text: "Hello" }] });
		const doStream = () => Promise.reject(Object.assign(new Error(message), { statusCode: 400 }));
		const step = await callModel(modelCall(bareModel({ doGenerate, doStream }), { onText: () => undefined }));
		expect(step.text).toBe("Hello");
	});
});
