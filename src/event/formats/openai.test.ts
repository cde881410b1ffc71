import { describe, expect, it } from "vitest";
import { fromOpenAi } from "./openai.ts";

const call = (id: string, name: string, args: string) => ({
	id,
	type: "function",
	function: { name, arguments: args },
});

describe("fromOpenAi", () => {
	it("SE11: every role becomes its event, in order", () => {
		const events = fromOpenAi([
			{ role: "system", content: "be kind" },
			{ role: "developer", content: "be brief" },
			{ role: "user", content: [{ type: "text", text: "hi" }], name: "Ann" },
			{ role: "assistant", content: "hello" },
		]);
		expect(events.map(({ kind, source, data }) => [kind, source, data])).toEqual([
			["message", "system", { role: "system", content: "be kind" }],
			["message", "system", { role: "system", content: "be brief" }],
			["message", "user", { role: "user", content: [{ type: "text", text: "hi" }], displayName: "Ann" }],
			["message", "agent", { role: "assistant", content: "hello" }],
		]);
	});

	it("SE11: calls of one message share a step, and results find the name of their call", () => {
		const events = fromOpenAi([
			{
				role: "assistant",
				content: "let me see",
				tool_calls: [call("1", "a", '{"x":1}'), call("2", "b", "not json")],
			},
			{ role: "tool", tool_call_id: "2", content: "two" },
			{ role: "tool", tool_call_id: "1", content: "one" },
			{ role: "assistant", content: null, tool_calls: [call("3", "a", "{}")] },
		]);
		expect(events.map(({ kind, data }) => [kind, data])).toEqual([
			["message", { role: "assistant", content: "let me see" }],
			["tool_call", { toolCallId: "1", name: "a", input: { x: 1 }, step: 0 }],
			["tool_call", { toolCallId: "2", name: "b", input: "not json", step: 0 }],
			["tool_result", { toolCallId: "2", name: "b", output: "two" }],
			["tool_result", { toolCallId: "1", name: "a", output: "one" }],
			["tool_call", { toolCallId: "3", name: "a", input: {}, step: 1 }],
		]);
	});

	it("SE11: a message that says nothing stays a message unless it calls a tool", () => {
		expect(fromOpenAi([{ role: "assistant", content: null }])).toMatchObject([
			{ kind: "message", source: "agent", data: { role: "assistant", content: "" } },
		]);
		expect(fromOpenAi([])).toEqual([]);
	});

	it("SE11: what is no message is refused by its place", () => {
		const bad = () =>
			fromOpenAi([
				{ role: "user", content: "x" },
				{ role: "robot", content: "x" },
			]);
		expect(bad).toThrow(
			expect.objectContaining({ code: "invalid", message: expect.stringContaining("messages[1].role") }),
		);
	});
});
