import { describe, expect, it } from "vitest";
import type { NewEvent } from "../event.ts";
import { readForeign } from "./read-foreign.ts";

/** What was read, without times and ids: the kind of each event, and what it holds. */
const brief = (events: readonly NewEvent[]) => events.map(({ kind, source, data }) => [kind, source, data]);
const only = (value: unknown) => {
	const read = readForeign(value);
	expect(read.conversations).toHaveLength(1);
	const [conversation] = read.conversations;
	return { ...read, events: brief(conversation?.events ?? []) };
};

const IMAGE = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };
const THINKING = { type: "thinking", thinking: "Let me look.", signature: "c2ln" };

describe("messages of Anthropic", () => {
	const messages = [
		{ role: "user", content: [{ type: "text", text: "What is this?" }, IMAGE] },
		{
			role: "assistant",
			content: [
				THINKING,
				{ type: "text", text: "I will look it up." },
				{ type: "tool_use", id: "t1", name: "look", input: { id: 1 } },
				{ type: "tool_use", id: "t2", name: "look", input: {} },
			],
		},
		{
			role: "user",
			content: [
				{ type: "tool_result", tool_use_id: "t1", content: "a cable" },
				{
					type: "tool_result",
					tool_use_id: "t2",
					content: [{ type: "text", text: "not found" }],
					is_error: true,
				},
				{ type: "text", text: "Go on." },
			],
		},
		{ role: "assistant", content: "A cable." },
		{ role: "assistant", content: [] },
	];
	const expected = [
		["message", "user", { role: "user", content: messages[0]?.content }],
		[
			"message",
			"agent",
			{ role: "assistant", content: [THINKING, { type: "text", text: "I will look it up." }] },
		],
		["tool_call", "agent", { toolCallId: "t1", name: "look", input: { id: 1 }, step: 0 }],
		["tool_call", "agent", { toolCallId: "t2", name: "look", input: {}, step: 0 }],
		["tool_result", "tool", { toolCallId: "t1", name: "look", output: "a cable" }],
		["tool_result", "tool", { toolCallId: "t2", name: "look", output: "not found", isError: true }],
		["message", "user", { role: "user", content: "Go on." }],
		["message", "agent", { role: "assistant", content: "A cable." }],
		["message", "agent", { role: "assistant", content: "" }],
	];

	it("SE11: keep their tool calls, results, pictures and thoughts, in order", () => {
		expect(only(messages)).toMatchObject({ format: "anthropic", events: expected, warnings: [] });
	});

	it("SE11: a request has its instructions beside the messages", () => {
		const { format, events } = only({
			model: "claude",
			system: "Be brief.",
			messages: [{ role: "user", content: "Hi" }],
		});
		expect(format).toBe("anthropic");
		expect(events[0]).toEqual(["message", "system", { role: "system", content: "Be brief." }]);
		const blocks = only({ system: [{ type: "text", text: "Be brief." }], messages });
		expect(blocks.events).toEqual([events[0], ...expected]);
	});

	it("SE11: tools that Anthropic runs are calls with their results", () => {
		const found = [{ type: "web_search_result", url: "https://e.com", title: "E" }];
		const content = [
			{ type: "server_tool_use", id: "s1", name: "web_search", input: { query: "e" } },
			{ type: "web_search_tool_result", tool_use_id: "s1", content: found },
			{ type: "text", text: "Found." },
		];
		expect(only([{ role: "assistant", content }]).events).toEqual([
			["tool_call", "agent", { toolCallId: "s1", name: "web_search", input: { query: "e" }, step: 0 }],
			["tool_result", "tool", { toolCallId: "s1", name: "web_search", output: found }],
			["message", "agent", { role: "assistant", content: "Found." }],
		]);
	});

	it("SE11: a result without its call, a picture in a result and an unknown block are counted, with the place of the first", () => {
		const content = [
			{ type: "tool_result", tool_use_id: "lost", content: "x" },
			{ type: "container_upload", file_id: "f" },
			{ type: "container_upload", file_id: "g" },
		];
		const uses = [{ type: "tool_use", id: "t", name: "shot", input: {} }];
		const shots = [{ type: "tool_result", tool_use_id: "t", content: [IMAGE] }];
		const { warnings, events } = only([
			{ role: "assistant", content: uses },
			{ role: "user", content: shots },
			{ role: "user", content },
		]);
		expect(warnings).toEqual([
			{ kind: "part", type: "image", count: 1, first: "messages[1]" },
			{ kind: "item", type: "anthropic.tool_result", count: 1, first: "messages[2]" },
			{ kind: "part", type: "container_upload", count: 2, first: "messages[2]" },
		]);
		// Nothing is lost from the log.
		expect(events.at(-1)).toEqual(["message", "user", { role: "user", content: content.slice(1) }]);
	});

	it("SE11: what is no block is refused by its place", () => {
		const bad = [{ role: "assistant", content: [{ type: "tool_use", name: "x" }] }];
		expect(() => readForeign(bad)).toThrow(/^messages\[0\]\.content\[0\]\.id/);
	});
});

describe("items of OpenAI's Responses API", () => {
	const items = [
		{ role: "developer", content: "Be brief." },
		{
			type: "message",
			role: "user",
			content: [
				{ type: "input_text", text: "What is this?" },
				{ type: "input_image", image_url: "https://e.com/a.png" },
			],
		},
		{
			type: "reasoning",
			id: "rs_1",
			summary: [{ type: "summary_text", text: "Look first." }],
			encrypted_content: "x",
		},
		{ type: "function_call", id: "fc_1", call_id: "c1", name: "look", arguments: '{"id":1}' },
		{ type: "function_call", id: "fc_2", call_id: "c2", name: "look", arguments: "{broken" },
		{ type: "function_call_output", call_id: "c1", output: "a cable" },
		{ type: "function_call_output", call_id: "c2", output: [{ type: "input_text", text: "not found" }] },
		{ type: "reasoning", summary: [] },
		{ type: "function_call", call_id: "c3", name: "log", arguments: "{}" },
		{ type: "web_search_call", id: "ws_1", status: "completed" },
		{
			type: "message",
			id: "msg_1",
			role: "assistant",
			status: "completed",
			content: [{ type: "output_text", text: "A cable.", annotations: [], logprobs: [] }],
		},
		{ type: "message", role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
	];

	it("SE11: keep calls with their results, pictures, thoughts and refusals; what is no message is counted", () => {
		const expected = [
			["message", "system", { role: "system", content: "Be brief." }],
			[
				"message",
				"user",
				{
					role: "user",
					content: [
						{ type: "text", text: "What is this?" },
						{ type: "input_image", image_url: "https://e.com/a.png" },
					],
				},
			],
			["message", "agent", { role: "assistant", content: [{ type: "reasoning", text: "Look first." }] }],
			["tool_call", "agent", { toolCallId: "c1", name: "look", input: { id: 1 }, step: 0 }],
			["tool_call", "agent", { toolCallId: "c2", name: "look", input: "{broken", step: 0 }],
			["tool_result", "tool", { toolCallId: "c1", name: "look", output: "a cable" }],
			["tool_result", "tool", { toolCallId: "c2", name: "look", output: "not found" }],
			["tool_call", "agent", { toolCallId: "c3", name: "log", input: {}, step: 1 }],
			["custom", "integration", { type: "openai.web_search_call", message: items[9] }],
			["message", "agent", { role: "assistant", content: "A cable." }],
			["message", "agent", { role: "assistant", content: [{ type: "refusal", refusal: "No." }] }],
		];
		const warnings = [{ kind: "item", type: "openai.web_search_call", count: 1, first: "items[9]" }];
		expect(only(items)).toMatchObject({ format: "openai-responses", events: expected, warnings });
		expect(only({ items }).events).toEqual(expected);
		expect(only({ object: "list", data: items }).events).toEqual(expected);
	});

	it("SE11: an answer brings along what was asked, and its id; a thought goes with what was said after it", () => {
		const { conversations } = readForeign({
			id: "resp_1",
			object: "response",
			created_at: 1767225600,
			model: "gpt-5",
			instructions: "Be brief.",
			input: "Hi",
			output: [
				{ type: "reasoning", summary: [{ type: "summary_text", text: "Greet." }] },
				{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello!" }] },
			],
		});
		expect(conversations).toMatchObject([{ sessionId: "resp_1", createdAt: "2026-01-01T00:00:00.000Z" }]);
		expect(brief(conversations[0]?.events ?? [])).toEqual([
			["message", "system", { role: "system", content: "Be brief." }],
			["message", "user", { role: "user", content: "Hi" }],
			["message", "agent", { role: "assistant", content: "Hello!", reasoning: "Greet." }],
		]);
	});
});

describe("messages of the AI SDK for models", () => {
	it("SE11: keep their tool calls with their results", () => {
		const messages = [
			{
				role: "user",
				content: [
					{ type: "text", text: "Look" },
					{ type: "image", image: "iVBORw0KGgo=" },
				],
			},
			{
				role: "assistant",
				content: [{ type: "tool-call", toolCallId: "c", toolName: "look", input: { id: 1 } }],
			},
			{
				role: "tool",
				content: [
					{
						type: "tool-result",
						toolCallId: "c",
						toolName: "look",
						output: { type: "error-text", value: "no" },
					},
				],
			},
			{ role: "assistant", content: "Nothing." },
		];
		expect(only(messages)).toMatchObject({
			format: "ai-sdk",
			warnings: [],
			events: [
				["message", "user", { role: "user", content: messages[0]?.content }],
				["tool_call", "agent", { toolCallId: "c", name: "look", input: { id: 1 } }],
				["tool_result", "tool", { toolCallId: "c", name: "look", output: "no", isError: true }],
				["message", "agent", { role: "assistant", content: "Nothing." }],
			],
		});
	});
});

describe("several chats", () => {
	const hi = [{ role: "user", content: "Hi" }];

	it("SE11: each is a conversation, with the ids that it says; each may be of a form of its own", () => {
		const chats = [
			{ id: "c-1", user_id: "ann", title: "Tea", messages: hi, metadata: { topic: "tea" } },
			{ session_id: "c-2", messages: [{ role: "user", parts: [{ type: "text", text: "Hi" }] }] },
			{ conversation: { id: "c-3" }, agent_id: "sales", messages: [{ role: "user", content: [IMAGE] }] },
		];
		const { format, conversations } = readForeign(chats);
		expect(format).toBe("openai");
		expect(conversations).toMatchObject([
			{
				what: "chats[0]",
				sessionId: "c-1",
				userId: "ann",
				title: "Tea",
				metadata: { openai: { metadata: { topic: "tea" } } },
			},
			{ what: "chats[1]", sessionId: "c-2" },
			{ what: "chats[2]", sessionId: "c-3", agentId: "sales" },
		]);
		expect(conversations.map(({ events }) => events.length)).toEqual([1, 1, 1]);
	});

	it("SE11: those without an id are named after what they say, so that they have the same name again", () => {
		const chats = [{ messages: hi }, { messages: [...hi, ...hi] }, { messages: hi }];
		const names = () => readForeign(chats).conversations.map(({ sessionId }) => sessionId);
		expect(new Set(names()).size).toBe(3);
		expect(names()).toEqual(names());
		expect(names()[2]).toBe(`${names()[0]}-2`);
	});

	it("SE11: an error names the chat and the message", () => {
		const bad = [{ messages: hi }, { messages: [...hi, { role: "user", content: 7 }] }];
		expect(() => readForeign(bad)).toThrow(/^chats\[1\]\.messages\[1\]\.content/);
	});
});

describe("messages of OpenAI", () => {
	it("SE11: parts of an unknown type are counted, pictures and files that can be sent are not", () => {
		const content = [
			{ type: "image_url", image_url: { url: "https://e.com/a.png" } },
			{ type: "file", file: { file_id: "file-1" } },
			{ type: "video_url", video_url: { url: "https://e.com/a.mp4" } },
		];
		const { format, warnings } = only([
			{ role: "user", content: "Hi" },
			{ role: "user", content },
		]);
		expect(format).toBe("openai");
		expect(warnings).toEqual([
			{ kind: "part", type: "file", count: 1, first: "messages[1]" },
			{ kind: "part", type: "video_url", count: 1, first: "messages[1]" },
		]);
	});
});
