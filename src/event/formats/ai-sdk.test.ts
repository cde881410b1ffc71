import { describe, expect, it } from "vitest";
import { fromAiSdk } from "./ai-sdk.ts";

const text = (said: string) => ({ type: "text", text: said });

describe("fromAiSdk", () => {
	it("SE11: text becomes text, other parts stay parts, metadata stays with its message", () => {
		const events = fromAiSdk([
			{ id: "1", role: "user", parts: [text("a"), text("b")], metadata: { m: 1 } },
			{ role: "assistant", parts: [{ type: "reasoning", text: "hm" }, text("c")] },
		]);
		expect(events).toMatchObject([
			{ kind: "message", source: "user", data: { role: "user", content: "ab" }, metadata: { m: 1 } },
			{
				kind: "message",
				source: "agent",
				data: { role: "assistant", content: [{ type: "reasoning", text: "hm" }, text("c")] },
			},
		]);
	});

	it("SE11: tool parts become calls and results in their place, by steps", () => {
		const events = fromAiSdk([
			{
				role: "assistant",
				parts: [
					{ type: "step-start" },
					text("first"),
					{ type: "tool-weather", toolCallId: "1", state: "output-available", input: { c: "B" }, output: 20 },
					{ type: "step-start" },
					{
						type: "dynamic-tool",
						toolName: "mcp",
						toolCallId: "2",
						state: "output-error",
						input: {},
						errorText: "no",
					},
					{ type: "tool-slow", toolCallId: "3", state: "input-available", input: 1 },
					text("last"),
				],
			},
		]);
		expect(events.map(({ kind, data }) => [kind, data])).toEqual([
			["message", { role: "assistant", content: "first" }],
			["tool_call", { toolCallId: "1", name: "weather", input: { c: "B" }, step: 1 }],
			["tool_result", { toolCallId: "1", name: "weather", output: 20 }],
			["tool_call", { toolCallId: "2", name: "mcp", input: {}, step: 2 }],
			["tool_result", { toolCallId: "2", name: "mcp", output: "no", isError: true }],
			["tool_call", { toolCallId: "3", name: "slow", input: 1, step: 2 }],
			["message", { role: "assistant", content: "last" }],
		]);
	});

	it("SE11: what is no UI message is refused by its place", () => {
		const refusal = (messages: object[]) => {
			try {
				fromAiSdk(messages);
			} catch (error) {
				return (error as Error).message;
			}
			return "accepted";
		};
		expect(refusal([{ role: "user", content: "x" }])).toMatch(/^messages\[0\]\.parts/);
		expect(refusal([{ role: "tool", parts: [] }])).toMatch(/^messages\[0\]\.role/);
		expect(refusal([{ role: "assistant", parts: [text("a"), { type: "tool-x" }] }])).toMatch(
			/^messages\[0\]\.parts\[1\]\.toolCallId/,
		);
	});
});
