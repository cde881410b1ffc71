import { describe, expect, it } from "vitest";
import { recogniseFormat } from "./recognise-format.ts";

const human = { type: "human", content: "a" };
const message = { role: "user", content: "a" };

describe("recogniseFormat", () => {
	it("SE11: tells exports by their shape", () => {
		const cases: [unknown, string | undefined][] = [
			[[message], "openai"],
			[{ messages: [message] }, "openai"],
			[[{ role: "user", parts: [] }], "ai-sdk"],
			[[{ role: "assistant", content: [{ type: "tool_use", id: "1", name: "a", input: {} }] }], "anthropic"],
			[[message, { role: "user", content: [{ type: "tool_result", tool_use_id: "1" }] }], "anthropic"],
			[[{ role: "assistant", content: [{ type: "thinking", thinking: "a" }] }], "anthropic"],
			[{ system: "a", messages: [message] }, "anthropic"],
			[[{ role: "user", content: [{ type: "image_url", image_url: { url: "https://a.com" } }] }], "openai"],
			[[message, { role: "assistant", content: null, tool_calls: [] }], "openai"],
			[[{ type: "function_call", call_id: "1", name: "a", arguments: "{}" }], "openai-responses"],
			[[message, { type: "function_call_output", call_id: "1", output: "a" }], "openai-responses"],
			[[{ type: "message", role: "user", content: [{ type: "input_text", text: "a" }] }], "openai-responses"],
			[
				{ object: "response", output: [{ type: "message", role: "assistant", content: [] }] },
				"openai-responses",
			],
			[[{ role: "tool", content: [{ type: "tool-result", toolCallId: "1" }] }], "ai-sdk"],
			[[{ messages: [message] }, { messages: [message] }], "openai"],
			[[{ id: "t", messages: [message] }], "openai"],
			[[human], "langgraph"],
			[[{ lc: 1, type: "constructor", id: ["HumanMessage"], kwargs: {} }], "langgraph"],
			[{ messages: [human] }, "langgraph"],
			[{ thread_id: "t", values: { messages: [] } }, "langgraph"],
			[{ values: {}, next: [], config: {} }, "langgraph"],
			[[{ checkpoint: {}, config: {} }], "langgraph"],
			[{ threads: [{ thread_id: "t", values: {} }] }, "langgraph"],
			[[{ thread_id: "t", status: "idle" }], "langgraph"],
			[{ threads: [{ id: "t" }], messages: [] }, "mastra"],
			[{ threads: [], messages: [] }, "mastra"],
			[{ messages: [{ ...message, threadId: "t" }] }, "mastra"],
			[[{ ...message, thread_id: "t" }], "mastra"],
			[{ messages: [{ role: "user", content: { format: 2, parts: [] } }] }, "mastra"],
			[{ mastra_messages: [] }, "mastra"],
			[{ resources: [{ id: "ann" }] }, "mastra"],
			[[{ id: "t", resourceId: "ann", messages: [] }], "mastra"],
			[{ results: [{ memory: "a" }] }, "mem0"],
			[{ results: [] }, "mem0"],
			[[{ id: "1", memory: "a" }], "mem0"],
			[[], undefined],
			[{}, undefined],
			[{ messages: [] }, undefined],
			[{ results: [1] }, undefined],
			["text", undefined],
			[null, undefined],
			[[1], undefined],
		];
		for (const [value, format] of cases) expect([value, recogniseFormat(value)]).toEqual([value, format]);
	});
});
