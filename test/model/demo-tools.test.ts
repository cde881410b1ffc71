import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { LABEL } from "../../src/model/demo/read-prompt.ts";
import { demoModel } from "../../src/model/index.ts";
import { ask, conversation, TOOLS } from "./demo-conversation.ts";

describe("AG4 the demo model calls tools", () => {
	test.each([
		["Where is my order A-1?", "order_status", { id: "A-1" }],
		["What about order #12345, where is it?", "order_status", { id: "12345" }],
		["what is the weather in New York, in Celsius?", "get_weather", { city: "New York", unit: "celsius" }],
		["add 3.5 and 4", "add", { a: 3.5, b: 4 }],
		[
			'Can you email bob@example.com about "lunch"?',
			"send_email",
			{ to: "bob@example.com", subject: "lunch" },
		],
		["I want a refund for order A-7", "refunds", { input: "I want a refund for order A-7" }],
		["set the alarm", "set_alarm", { alarm: true }],
		['find the tags "a" and "b"', "find_tags", { tags: ["a", "b"] }],
	])("%j", async (text, name, input) => {
		const step = await ask(conversation(text), TOOLS);
		expect(step).toMatchObject({
			text: "",
			finishReason: "tool-calls",
			toolCalls: [{ id: "demo_1", name, input }],
		});
	});

	test.each([
		"My order number is A-1",
		"What is my name?",
		"Hello",
		"I like my order of things",
		"reply to me",
	])("%j calls none", async (text) => {
		expect((await ask(conversation(text), TOOLS)).toolCalls).toEqual([]);
	});

	test("a tool that fits and lacks its input is named, with what it lacks", async () => {
		const { text } = await ask(conversation("Where is my order?"), TOOLS);
		expect(text).toContain("The tool order_status would fit; it needs id, which is not in your message.");
	});

	test("no tool when none may be called", async () => {
		const options = {
			prompt: conversation("Where is my order A-1?"),
			tools: TOOLS,
			toolChoice: { type: "none" },
		} as const;
		const { content } = await demoModel().doGenerate({ ...options, tools: [...TOOLS] });
		expect(content).toMatchObject([{ type: "text" }]);
	});

	type Output = Extract<LanguageModelV4Prompt[number], { role: "tool" }>["content"][number] extends infer P
		? P extends { output: infer O }
			? O
			: never
		: never;

	test.each<[Output, string]>([
		[{ type: "json", value: { status: "shipped", days: 2 } }, "order_status says: status: shipped, days: 2."],
		[{ type: "json", value: [1, 2] }, "order_status says: [1,2]."],
		[{ type: "text", value: "on its way." }, "order_status says: on its way."],
		[{ type: "text", value: `${LABEL}noted.` }, "order_status says: noted."],
		[
			{ type: "error-text", value: "unauthorized: order_status is not allowed for this user" },
			"order_status was refused: unauthorized: order_status is not allowed for this user.",
		],
		[{ type: "error-text", value: "timed out" }, "order_status failed: timed out."],
		[{ type: "execution-denied", reason: "no" }, "order_status was refused: no."],
		[{ type: "content", value: [{ type: "text", text: "a page" }] }, "order_status says: a page."],
	])("a result is told: %j", async (output, expected) => {
		const name = { toolCallId: "demo_1", toolName: "order_status" };
		const { text, toolCalls } = await ask(
			[
				...conversation("Where is my order A-1?"),
				{ role: "assistant", content: [{ type: "tool-call", ...name, input: { id: "A-1" } }] },
				{ role: "tool", content: [{ type: "tool-result", ...name, output }] },
			],
			TOOLS,
		);
		expect([text, toolCalls]).toEqual([LABEL + expected, []]);
	});
});
