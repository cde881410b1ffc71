import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { scriptedModel } from "./scripted-model.ts";

const prompt: LanguageModelV4Prompt = [
	{ role: "system", content: "be kind" },
	{ role: "user", content: [{ type: "text", text: "hello" }] },
];

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
	const parts: T[] = [];
	for await (const part of stream) parts.push(part);
	return parts;
}

describe("the scripted model", () => {
	test("answers in turn, then says that the script is over", async () => {
		const model = scriptedModel(["one", Promise.resolve({ text: "two" })]);
		for (const text of ["one", "two"]) {
			expect(await model.doGenerate({ prompt })).toMatchObject({ content: [{ type: "text", text }] });
		}
		await expect(model.doGenerate({ prompt })).rejects.toThrow("has 2 answers, and this is call 3");
	});

	test("records what it was asked, as it was then and without the signal", async () => {
		const model = scriptedModel(({ index, tools }) => `${index} ${tools.length}`);
		const own: LanguageModelV4Prompt = structuredClone(prompt);
		await model.doStream({ prompt: own, temperature: 1, abortSignal: new AbortController().signal });
		own.push({ role: "user", content: [] });
		expect(model.calls).toEqual([{ prompt, temperature: 1 }]);
		expect(model.prompts).toEqual([prompt]);
		expect(model.texts()).toEqual(["system: be kind\nuser: hello"]);
	});

	test("streams all of a turn, with tool calls that have ids of their own", async () => {
		const toolCalls = [
			{ name: "a", input: { x: 1 } },
			{ name: "b", inputText: "{" },
			{ name: "c", id: "mine" },
		];
		const model = scriptedModel(() => ({ reasoning: "hm", deltas: ["x", "y"], toolCalls }));
		const { stream } = await model.doStream({ prompt });
		expect((await collect(stream)).filter(({ type }) => !/-(start|end)$/.test(type))).toMatchObject([
			{ type: "reasoning-delta", delta: "hm" },
			{ type: "text-delta", delta: "x" },
			{ type: "text-delta", delta: "y" },
			{ type: "tool-call", toolCallId: "call_1", toolName: "a", input: '{"x":1}' },
			{ type: "tool-call", toolCallId: "call_2", toolName: "b", input: "{" },
			{ type: "tool-call", toolCallId: "mine", toolName: "c", input: "{}" },
			{ type: "finish", finishReason: { unified: "tool-calls" }, usage: { inputTokens: { total: 10 } } },
		]);
		expect(await model.doGenerate({ prompt })).toMatchObject({
			content: [{ text: "hm" }, { text: "xy" }, { toolCallId: "call_3" }, { toolCallId: "call_4" }, {}],
		});
	});

	test("fails immediately, or after its text in a stream", async () => {
		const error = new Error("down");
		const model = scriptedModel([{ error }, { error }, { text: "Hel", error }, { text: "Hel", error }]);
		await expect(model.doGenerate({ prompt })).rejects.toBe(error);
		await expect(model.doStream({ prompt })).rejects.toBe(error);
		await expect(model.doGenerate({ prompt })).rejects.toBe(error);
		const parts = await collect((await model.doStream({ prompt })).stream);
		expect(parts.at(-1)).toEqual({ type: "error", error });
		expect(parts).toContainEqual({ type: "text-delta", id: "text", delta: "Hel" });
	});

	test("an abort ends it like a real call, unless ignoreAbort is set", async () => {
		const reason = new Error("stop");
		const never = new Promise<void>(() => undefined);
		const abortSignal = AbortSignal.abort(reason);
		await expect(scriptedModel(["x"]).doGenerate({ prompt, abortSignal })).rejects.toBe(reason);
		const deaf = scriptedModel(["x"], { ignoreAbort: true });
		expect(await deaf.doGenerate({ prompt, abortSignal })).toBeDefined();

		const waiting = new AbortController();
		const call = scriptedModel([{ text: "x", before: () => never }]).doGenerate({
			prompt,
			abortSignal: waiting.signal,
		});
		waiting.abort(reason);
		await expect(call).rejects.toBe(reason);

		const streaming = new AbortController();
		const turn = { deltas: ["a", "b"], between: (delta: number) => (delta === 0 ? undefined : never) };
		const { stream } = await scriptedModel([turn]).doStream({ prompt, abortSignal: streaming.signal });
		const seen: string[] = [];
		const reading = (async () => {
			for await (const part of stream) {
				seen.push(part.type);
				if (part.type === "text-delta") streaming.abort(reason);
			}
		})();
		await expect(reading).rejects.toBe(reason);
		expect(seen).toEqual(["stream-start", "text-start", "text-delta"]);
	});
});
