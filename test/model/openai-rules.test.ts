import { describe, expect, test } from "vitest";
import { findChatFlaw, findResponsesFlaw, type StoredItem } from "./openai-rules.ts";

const user = { role: "user", content: "hello" };
const toolCall = (id: string, name = "look", given = "{}") => ({
	id,
	type: "function",
	function: { name, arguments: given },
});
const asks = (...ids: string[]) => ({
	role: "assistant",
	content: null,
	tool_calls: ids.map((id) => toolCall(id)),
});
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "home" });

describe("ME6 the rules of the test server: chat", () => {
	test.each([
		[[user]],
		[[{ role: "system", content: "x" }, user, { role: "assistant", content: "hi" }, user]],
		[[user, asks("a", "b"), result("b"), result("a"), { role: "assistant", content: "hi" }]],
		[[user, asks("a"), result("a"), asks("a"), result("a")]],
	])("valid: %j", (messages) => {
		expect(findChatFlaw({ messages })).toBeUndefined();
	});

	test.each([
		["empty array", []],
		["must be followed by tool messages", [user, asks("a")]],
		["must be followed by tool messages", [user, asks("a", "b"), result("a"), user]],
		["must be followed by tool messages", [user, asks("a"), user, result("a")]],
		["preceeding message with 'tool_calls'", [user, result("a")]],
		["preceeding message with 'tool_calls'", [user, asks("a"), result("a"), result("a")]],
		[
			"preceeding message with 'tool_calls'",
			[user, asks("a"), result("a"), { role: "assistant", content: "x" }, result("a")],
		],
		["content': empty", [{ role: "user", content: " " }]],
		["content': empty", [user, { role: "assistant", content: "" }]],
		["content': empty", [{ role: "user", content: [] }]],
		["content': empty", [{ role: "user", content: [{ type: "text", text: "" }] }]],
		["Duplicate", [user, asks("a", "a"), result("a")]],
		["too long", [user, asks("a".repeat(41)), result("a".repeat(41))]],
		["Missing required", [user, asks(""), result("")]],
		["function.name", [user, { ...asks(), tool_calls: [toolCall("a", "no spaces")] }, result("a")]],
		["function.arguments", [user, { ...asks(), tool_calls: [toolCall("a", "look", "{")] }, result("a")]],
		["Supported values", [{ role: "robot", content: "x" }]],
	])("refused: %s %j", (flaw, messages) => {
		expect(findChatFlaw({ messages })).toContain(flaw);
	});

	test("a choice of tools needs tools, with names that are valid and differ", () => {
		const messages = [user];
		const tools = (...names: string[]) => names.map((name) => ({ type: "function", function: { name } }));
		expect(findChatFlaw({ messages, tools: tools("a"), tool_choice: "none" })).toBeUndefined();
		expect(findChatFlaw({ messages, tool_choice: "auto" })).toContain("tool_choice");
		expect(findChatFlaw({ messages, tools: tools("a", "a") })).toContain("unique");
		expect(findChatFlaw({ messages, tools: tools("a.b") })).toContain("pattern");
	});
});

describe("ME6 the rules of the test server: responses", () => {
	const call = { type: "function_call", call_id: "a", name: "look", arguments: "{}" };
	const output = { type: "function_call_output", call_id: "a", output: "home" };
	const refer = (id: string) => ({ type: "item_reference", id });
	const stored = new Map<string, StoredItem>([
		["rs", { type: "reasoning" }],
		["msg", { type: "message", reasoningId: "rs" }],
		["fc", { type: "function_call", callId: "a" }],
	]);

	test.each([
		[[user]],
		[[user, call, output]],
		[[user, refer("rs"), refer("msg"), refer("fc"), output, user]],
		[[user, refer("rs"), call, output]],
	])("valid: %j", (input) => {
		expect(findResponsesFlaw({ input }, stored)).toBeUndefined();
	});

	test.each([
		["Missing required", []],
		["No tool output found for function call a", [user, call]],
		["No tool call found", [user, output]],
		["No tool call found", [user, output, call]],
		["Duplicate", [user, call, call, output]],
		["not found", [user, refer("gone")]],
		["required following item", [user, refer("rs")]],
		["required following item", [refer("rs"), user]],
		["required 'reasoning' item: 'rs'", [user, refer("msg")]],
		["output': empty", [user, call, { ...output, output: "" }]],
		["content': empty", [{ role: "user", content: [{ type: "input_text", text: "" }] }]],
	])("refused: %s %j", (flaw, input) => {
		expect(findResponsesFlaw({ input }, stored)).toContain(flaw);
	});
});
