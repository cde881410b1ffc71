import { createOpenAI } from "@ai-sdk/openai";
import type { LanguageModelV4, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { afterEach, describe, expect, test } from "vitest";
import { callModel, type ModelCall, type Prompt } from "../../src/model/index.ts";
import { gate, modelCall, noDelay } from "./model-call.ts";
import { type OpenAiScript, type OpenAiServer, startOpenAiServer } from "./openai-server.ts";

const look: LanguageModelV4FunctionTool = {
	type: "function",
	name: "look",
	description: "Looks something up.",
	inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
};

const afterLooking: Prompt = [
	{ role: "system", content: "Be brief." },
	{ role: "user", content: [{ type: "text", text: "Where are 1 and 2?" }] },
	{
		role: "assistant",
		content: [
			{ type: "text", text: "Let me see." },
			{ type: "tool-call", toolCallId: "call_a", toolName: "look", input: { id: "1" } },
			{ type: "tool-call", toolCallId: "call_b", toolName: "look", input: { id: "2" } },
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
	{ role: "user", content: [{ type: "text", text: "Thanks" }] },
];

describe.each(["chat", "responses"] as const)("AG3 OpenAI's %s API over HTTP", (api) => {
	let server: OpenAiServer | undefined;
	afterEach(() => server?.close());

	const start = async (script: OpenAiScript, key = "test-key"): Promise<LanguageModelV4> => {
		server = await startOpenAiServer({ script, apiKey: "test-key" });
		const openai = createOpenAI({ baseURL: server.baseURL, apiKey: key });
		return api === "chat" ? openai.chat("gpt-x") : openai("gpt-x");
	};
	/** The call as JSON, or as a stream whose pieces go into the list. */
	const call = (model: LanguageModelV4, pieces: string[] | undefined, given: Partial<ModelCall> = {}) =>
		modelCall(model, { ...(pieces && { onText: (delta) => pieces.push(delta) }), ...given });

	test("text streams piece by piece, with usage and the name of the model", async () => {
		const pieces: string[] = [];
		const model = await start([
			{ pieces: ["Hel", "lo ", "Ada"], usage: { input: 20, output: 7, cached: 16, reasoning: 2 } },
		]);
		expect(await callModel(call(model, pieces))).toMatchObject({
			text: "Hello Ada",
			finishReason: "stop",
			usage: { inputTokens: 20, outputTokens: 7, totalTokens: 27, cachedInputTokens: 16, reasoningTokens: 2 },
			responseModel: "gpt-x",
		});
		expect(pieces).toEqual(["Hel", "lo ", "Ada"]);
		expect(server?.requests).toMatchObject([{ api, stream: true, body: { model: "gpt-x" } }]);
	});

	test("and comes whole without a listener", async () => {
		const model = await start([{ text: "Hello", usage: { input: 3, output: 1 } }]);
		const step = await callModel(
			call(model, undefined, { settings: { temperature: 0.5, maxOutputTokens: 9 } }),
		);
		expect(step).toMatchObject({ text: "Hello", usage: { inputTokens: 3, outputTokens: 1, totalTokens: 4 } });
		expect(server?.requests).toMatchObject([{ stream: false, body: { temperature: 0.5 } }]);
	});

	test("an answer that is too long says so", async () => {
		const model = await start([{ text: "Hel", truncated: true }]);
		expect(await callModel(call(model, []))).toMatchObject({ text: "Hel", finishReason: "length" });
	});

	test.each([true, false])("AG4 two tool calls in parallel, in pieces when streamed: %s", async (streams) => {
		const toolCalls = [
			{ id: "call_a", name: "look", input: { id: "first" }, inputPieces: 4 },
			{ id: "call_b", name: "look", input: { id: "second" }, inputPieces: 3 },
		];
		const model = await start([{ text: "Let me see.", toolCalls }]);
		const step = await callModel(call(model, streams ? [] : undefined, { tools: [look] }));
		expect(step).toMatchObject({
			text: "Let me see.",
			finishReason: "tool-calls",
			toolCalls: [
				{ id: "call_a", name: "look", input: { id: "first" } },
				{ id: "call_b", name: "look", input: { id: "second" } },
			],
		});
	});

	test("AG4 a call without input and one with broken input", async () => {
		const model = await start([
			{
				toolCalls: [
					{ name: "look", inputText: "" },
					{ name: "look", inputText: '{"id":' },
				],
			},
		]);
		const { toolCalls } = await callModel(call(model, undefined, { tools: [look] }));
		expect(toolCalls).toMatchObject([{ input: {} }, { input: '{"id":', malformed: true }]);
	});

	test("ME6 a history with tool calls and results passes OpenAI's rules", async () => {
		const model = await start(["You are welcome."]);
		const step = await callModel(call(model, [], { prompt: afterLooking, tools: [look] }));
		expect(step.text).toBe("You are welcome.");
		expect(server?.requests[0]?.flaw).toBeUndefined();
	});

	test.each([0, 1])("ME6 a history with an orphan is refused, and not tried again: %i", async (missing) => {
		const model = await start([]);
		const prompt = afterLooking.flatMap((message): Prompt => {
			if (missing === 0 && message.role === "tool") return [];
			if (missing === 1 && message.role === "assistant") return [];
			return [message];
		});
		await expect(callModel(call(model, [], { prompt, tools: [look] }))).rejects.toMatchObject({
			code: "model_failed",
			statusCode: 400,
			attempts: 1,
			retryable: false,
			message: expect.stringMatching(/tool/),
		});
	});

	test("a rate limit is waited out as long as the provider asks", async () => {
		const limited = { status: 429, error: { message: "slow down" }, headers: { "retry-after": "7" } };
		const model = await start([limited, { ...limited, headers: { "retry-after-ms": "1500" } }, "Hello"]);
		const options = noDelay();
		expect(await callModel(call(model, []), options)).toMatchObject({ text: "Hello" });
		expect(options.waits).toEqual([7000, 1500]);
	});

	test("a server that stays broken is tried three times", async () => {
		const model = await start(() => ({ status: 500, error: { message: "oops" } }));
		await expect(callModel(call(model, undefined), noDelay())).rejects.toMatchObject({
			code: "model_failed",
			statusCode: 500,
			attempts: 3,
			retryable: true,
			message: `model gpt-x (openai.${api}): failed (500): oops. Tried 3 times.`,
		});
		expect(server?.requests).toHaveLength(3);
	});

	test("a refused key: where it is set, and not the key", async () => {
		const model = await start([], "sk-wrong-0123456789");
		const error: unknown = await callModel(call(model, [])).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			code: "model_failed",
			reason: "unauthorized",
			statusCode: 401,
			attempts: 1,
		});
		expect(error).toHaveProperty("message", expect.stringContaining("set OPENAI_API_KEY"));
		expect(JSON.stringify(error)).not.toContain("sk-wrong");
	});

	test("an unknown model is named", async () => {
		const model = await start([{ status: 404, error: { message: "The model does not exist" } }]);
		await expect(callModel(call(model, []))).rejects.toMatchObject({
			reason: "unknown_model",
			message: expect.stringContaining('"gpt-x"'),
		});
	});

	test("AG7 a connection cut in the middle of the text fails, with the text given so far", async () => {
		const pieces: string[] = [];
		const model = await start([{ pieces: ["Hel", "lo"], cutAfter: 1 }]);
		await expect(callModel(call(model, pieces), noDelay())).rejects.toMatchObject({
			code: "model_failed",
			reason: "interrupted",
			retryable: true,
			attempts: 1,
		});
		expect(pieces).toEqual(["Hel"]);
		expect(server?.requests).toHaveLength(1);
	});

	test.each([true, false])("AG7 cut before any text it is tried again (stream: %s)", async (streams) => {
		const model = await start([{ text: "Hello", cutAfter: 0 }, "Hello"]);
		expect(await callModel(call(model, streams ? [] : undefined), noDelay())).toMatchObject({
			text: "Hello",
		});
		expect(server?.requests).toHaveLength(2);
	});

	test("AG7 an error in the middle of the stream is a failure", async () => {
		const error = { message: "The server had an error", type: "server_error", code: "server_error" };
		const model = await start([{ text: "Hel", error }]);
		await expect(callModel(call(model, []), noDelay())).rejects.toMatchObject({
			code: "model_failed",
			attempts: 1,
			message: expect.stringContaining("The server had an error"),
		});
	});

	test("AG7 an abort ends a slow stream at once, and the server sees the client go", async () => {
		const never = gate();
		const controller = new AbortController();
		const model = await start([
			{ pieces: ["Hel", "lo"], between: (piece) => (piece === 0 ? undefined : never.opened) },
		]);
		const reason = new Error("stop");
		const onText = (): void => controller.abort(reason);
		await expect(callModel(call(model, undefined, { signal: controller.signal, onText }))).rejects.toBe(
			reason,
		);
		await server?.requests[0]?.abandoned;
		never.open();
	});

	test("AG7 an abort ends a call that has not begun to answer", async () => {
		const [asked, never] = [gate(), gate()];
		const controller = new AbortController();
		const before = (): Promise<void> => {
			asked.open();
			return never.opened;
		};
		const model = await start([{ text: "late", before }]);
		const calling = callModel(call(model, undefined, { signal: controller.signal }));
		await asked.opened;
		controller.abort(new Error("stop"));
		await expect(calling).rejects.toThrow("stop");
		await server?.requests[0]?.abandoned;
		never.open();
	});

	test("a server that is not there is told as such", async () => {
		const model = await start([]);
		await server?.close();
		server = undefined;
		await expect(callModel(call(model, []), noDelay())).rejects.toMatchObject({
			reason: "unreachable",
			attempts: 3,
			retryable: true,
		});
	});
});

describe("AG2 OpenAI's reasoning", () => {
	const ask: Prompt = [{ role: "user", content: [{ type: "text", text: "Where is 1?" }] }];
	let server: OpenAiServer | undefined;
	afterEach(() => server?.close());

	test.each([true, false])("goes back with its step, as OpenAI demands (stream: %s)", async (streams) => {
		const looking = {
			reasoning: "I must look.",
			text: "Let me see.",
			toolCalls: [{ name: "look", input: { id: "1" } }],
		};
		server = await startOpenAiServer({ script: [looking, "Here."] });
		const model = createOpenAI({ baseURL: server.baseURL, apiKey: "x" })("gpt-5");
		const given = { tools: [look], onText: streams ? () => undefined : undefined };
		const first = await callModel(modelCall(model, { prompt: ask, ...given }));
		expect(first).toMatchObject({
			reasoning: [{ text: "I must look.", providerMetadata: { openai: { itemId: "rs_r0" } } }],
			textMetadata: { openai: { itemId: "msg_r0" } },
			toolCalls: [{ providerMetadata: { openai: { itemId: "fc_r0_0" } } }],
		});
		const {
			toolCalls: [call],
			reasoning: [reasoning],
			textMetadata,
		} = first;
		if (!call?.providerMetadata || !reasoning?.providerMetadata || !textMetadata)
			throw new Error("no metadata");
		const name = { toolCallId: call.id, toolName: call.name };
		const prompt: Prompt = [
			...ask,
			{
				role: "assistant",
				content: [
					{ type: "reasoning", text: reasoning.text, providerOptions: reasoning.providerMetadata },
					{ type: "text", text: first.text, providerOptions: textMetadata },
					{ type: "tool-call", ...name, input: call.input, providerOptions: call.providerMetadata },
				],
			},
			{ role: "tool", content: [{ type: "tool-result", ...name, output: { type: "text", value: "home" } }] },
		];
		expect(await callModel(modelCall(model, { prompt, ...given }))).toMatchObject({ text: "Here." });
	});
});
