import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NewEvent } from "../event.ts";
import { fromMastra } from "./mastra.ts";

const at = (second: number): string => `2026-02-03T04:05:${String(second).padStart(2, "0")}.000Z`;
const brief = (events: readonly NewEvent[] = []): unknown[] => events.map(({ kind, data }) => [kind, data]);
const message = (role: string, content: unknown, more: object = {}) => ({
	threadId: "t",
	role,
	content,
	...more,
});
const eventsOf = (messages: readonly unknown[]): NewEvent[] =>
	fromMastra({ messages }).conversations.flatMap(({ events }) => events);
const text = (said: string) => ({ type: "text", text: said });
const parts = (...all: unknown[]) => ({ format: 2, parts: all });
const refusal = (value: unknown): unknown => {
	try {
		return fromMastra(value);
	} catch (error) {
		return error;
	}
};

const invocation = {
	type: "tool-invocation",
	toolInvocation: {
		state: "result",
		toolCallId: "c1",
		toolName: "weather",
		args: { city: "Kiel" },
		result: 3,
	},
};
const CALL = ["tool_call", { toolCallId: "c1", name: "weather", input: { city: "Kiel" }, step: 0 }];
const RESULT = ["tool_result", { toolCallId: "c1", name: "weather", output: 3 }];

describe("fromMastra", () => {
	it("SE11: pages that overlap lose nothing, and say nothing twice", () => {
		const say = (id: string, second: number) => message("user", id, { id, createdAt: at(second) });
		const pages = [
			{ id: "t", messages: [say("a", 1), say("b", 2)] },
			{ id: "t", title: "Tea", messages: [say("b", 2), say("c", 3)] },
		];
		const { conversations } = fromMastra({ threads: pages, messages: [say("c", 3), say("d", 4)] });
		expect(conversations).toMatchObject([{ sessionId: "t", title: "Tea" }]);
		const said = conversations[0]?.events.map(({ data }) => (data as { content: unknown }).content);
		expect(said).toEqual(
			["a", "b", "c", "d"].map((one) => expect.toSatisfy((x) => JSON.stringify(x).includes(one))),
		);
		const twice = [message("user", "yes"), message("user", "yes")];
		expect(eventsOf(twice)).toHaveLength(2);
	});

	it("SE11: a thread becomes a conversation of its resource, its messages in the order of their times", () => {
		const { conversations } = fromMastra({
			threads: [
				{
					id: "t",
					resourceId: "ann",
					title: " Trip ",
					metadata: { tier: 1 },
					createdAt: at(0),
					updatedAt: at(9),
				},
			],
			messages: [
				message("assistant", parts(text("Hi")), { id: "2", createdAt: at(2) }),
				message("user", parts(text("Hello")), { id: "1", createdAt: at(1) }),
			],
		});
		expect(conversations).toMatchObject([
			{
				what: "threads[0]",
				sessionId: "t",
				userId: "ann",
				title: "Trip",
				metadata: { mastra: { tier: 1 } },
				createdAt: at(0),
				updatedAt: at(9),
				events: [
					{
						kind: "message",
						source: "user",
						data: { role: "user", content: "Hello" },
						at: at(1),
						metadata: { mastra: { id: "1" } },
					},
					{
						kind: "message",
						source: "agent",
						data: { role: "assistant", content: "Hi" },
						at: at(2),
						metadata: { mastra: { id: "2" } },
					},
				],
			},
		]);
	});

	it("SE11: messages of each format give calls with their results", () => {
		const five = {
			type: "tool-weather",
			toolCallId: "c1",
			state: "output-available",
			input: { city: "Kiel" },
			output: 3,
		};
		expect(brief(eventsOf([message("assistant", parts(invocation, text("Cold.")))]))).toEqual([
			CALL,
			RESULT,
			["message", { role: "assistant", content: "Cold." }],
		]);
		expect(brief(eventsOf([message("assistant", { format: 3, parts: [five] })]))).toEqual([CALL, RESULT]);
		const { toolInvocation } = invocation;
		expect(
			brief(
				eventsOf([message("assistant", { format: 2, content: "Cold.", toolInvocations: [toolInvocation] })]),
			),
		).toEqual([CALL, RESULT, ["message", { role: "assistant", content: "Cold." }]]);
		const call = { type: "tool-call", toolCallId: "c1", toolName: "weather", args: { city: "Kiel" } };
		const result = { type: "tool-result", toolCallId: "c1", toolName: "weather", result: 3 };
		expect(
			brief(
				eventsOf([
					message("user", "Weather?", { type: "text" }),
					message("assistant", [text("Let me see."), call], { type: "tool-call" }),
					message("tool", [result], { type: "tool-result" }),
				]),
			),
		).toEqual([
			["message", { role: "user", content: "Weather?" }],
			["message", { role: "assistant", content: "Let me see." }],
			CALL,
			RESULT,
		]);
	});

	it("SE11: rows of the tables are read as what their texts say; what a person wrote stays text", () => {
		const row = (role: string, content: unknown) => ({
			thread_id: "t",
			role,
			createdAt: "2026-02-03 04:05:06.000",
			resourceId: "ann",
			content: typeof content === "string" ? content : JSON.stringify(content),
		});
		const { conversations } = fromMastra({
			mastra_threads: [{ id: "t", resourceId: "ann", metadata: '{"tier":1}' }],
			mastra_messages: [
				row("user", '{"is":"json"}'),
				row("assistant", parts(invocation)),
				row("user", [text("a")]),
			],
		});
		expect(conversations[0]).toMatchObject({ metadata: { mastra: { tier: 1 } }, createdAt: at(6) });
		expect(brief(conversations[0]?.events)).toEqual([
			["message", { role: "user", content: '{"is":"json"}' }],
			CALL,
			RESULT,
			["message", { role: "user", content: "a" }],
		]);
		expect(brief(eventsOf([message("user", '[{"type":"text"}]')]))).toEqual([
			["message", { role: "user", content: '[{"type":"text"}]' }],
		]);
	});

	it("SE11: messages may be in their threads, without threads, or of one thread alone", () => {
		const said = { role: "user", content: "a" };
		const ways = [
			{ threads: [{ id: "t", messages: [said] }] },
			[{ id: "t", resourceId: "ann", messages: [said] }],
			{ thread: { id: "t" }, messages: [said] },
			{ id: "t", resourceId: "ann", messages: [said] },
			[{ ...said, threadId: "t" }],
			{ messages: [{ ...said, threadId: "t" }], uiMessages: [] },
		];
		for (const way of ways) {
			const { conversations } = fromMastra(way);
			expect(conversations.map(({ sessionId, events }) => [sessionId, events.length])).toEqual([["t", 1]]);
		}
	});

	it("SE11: attachments stay parts, unknown roles and empty messages are kept as they are", () => {
		const file = { name: "a.png", contentType: "image/png", url: "https://example.com/a.png" };
		const events = eventsOf([
			message("user", { ...parts(text("See")), experimental_attachments: [file], metadata: { x: 1 } }),
			message("signal", "ping"),
			message("assistant", parts({ type: "step-start" })),
		]);
		expect(brief(events)).toMatchObject([
			[
				"message",
				{
					role: "user",
					content: [text("See"), { type: "file", mediaType: "image/png", name: "a.png", url: file.url }],
				},
			],
			["custom", { type: "mastra.signal" }],
			["custom", { type: "mastra.assistant" }],
		]);
		expect(events[0]?.metadata).toEqual({ mastra: { metadata: { x: 1 } } });
	});

	it("SE11: working memory of a resource is told apart from the conversations", () => {
		const resources = [
			{ id: "ann", workingMemory: "# Ann\n- likes tea", metadata: {} },
			{ id: "bob", workingMemory: null },
			{ id: "cleo", workingMemory: " " },
		];
		expect(fromMastra({ resources })).toEqual({
			conversations: [],
			workingMemory: [{ userId: "ann", text: "# Ann\n- likes tea" }],
		});
	});

	it("SE11: what is broken is refused by its place", () => {
		const cases: [unknown, string][] = [
			[{ messages: [message("user", "a"), message("user", 7)] }, "messages[1].content: "],
			[{ messages: [{ role: "user", content: "a" }] }, "messages[0].threadId: is missing"],
			[{ threads: [{}] }, "threads[0].id: must be a string"],
			[{ threads: 7 }, "threads: "],
			[{ messages: [message("user", "a", { createdAt: "soon" })] }, "messages[0].createdAt: must be a time"],
			[{ messages: [message("assistant", parts({ type: "tool-invocation" }))] }, "parts[0].toolInvocation: "],
			[{ messages: [message("tool", [{ type: "tool-result" }])] }, "messages[0].content[0].toolCallId: "],
			[{ resources: [{ workingMemory: "a" }] }, "resources[0].id: "],
		];
		for (const [value, place] of cases)
			expect(refusal(value)).toMatchObject({ code: "invalid", message: expect.stringContaining(place) });
	});

	const id = fc.constantFrom("c1", "c2");
	const said = fc.string().map((one) => text(one));
	const call = id.map((toolCallId) => ({ type: "tool-call", toolCallId, toolName: "t", args: {} }));
	const result = id.map((toolCallId) => ({ type: "tool-result", toolCallId, toolName: "t", result: 1 }));
	const anyContent = fc.oneof(fc.string(), fc.array(fc.oneof(said, call, result)));

	it("SE11: whatever the messages, each result answers a call before it, and no text is lost or moved", () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.constantFrom("user", "assistant"), anyContent)), (all) => {
				const events = eventsOf(all.map(([role, content]) => message(role, content)));
				const open = new Set<string>();
				for (const event of events) {
					if (event.kind === "tool_call") open.add(event.data.toolCallId);
					if (event.kind === "tool_result") expect(open.delete(event.data.toolCallId)).toBe(true);
				}
				const told = events.flatMap(({ kind, data }) => (kind === "message" ? [data.content] : []));
				const texts = all.flatMap(([, content]) =>
					typeof content === "string"
						? [content]
						: content.flatMap((one) => ("text" in one ? [one.text] : [])),
				);
				expect(told.join("")).toBe(texts.join(""));
			}),
		);
	});
});
