import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NewEvent } from "../event.ts";
import { fromLangGraph } from "./langgraph.ts";

const human = (content: unknown, more: object = {}) => ({ type: "human", content, ...more });
const lc = (name: string, kwargs: object) => ({
	lc: 1,
	type: "constructor",
	id: ["langchain_core", "messages", name],
	kwargs,
});

const brief = (events: readonly NewEvent[] = []): unknown[] => events.map(({ kind, data }) => [kind, data]);
const eventsOf = (messages: readonly unknown[]): NewEvent[] =>
	fromLangGraph({ thread_id: "t", values: { messages } }).flatMap(({ events }) => events);
const refusal = (value: unknown): unknown => {
	try {
		return fromLangGraph(value);
	} catch (error) {
		return error;
	}
};

describe("fromLangGraph", () => {
	it("SE11: a thread becomes a conversation with its name, its user, its agent, its state and its times", () => {
		const [conversation, ...others] = fromLangGraph([
			{
				thread_id: "t-1",
				created_at: "2026-05-12T15:37:08.935038+00:00",
				updated_at: "2026-05-12T15:38:00+02:00",
				metadata: { graph_id: "support", owner: "ann", tier: "gold" },
				status: "idle",
				values: { messages: [human("Hello", { id: "m1" })], plan: ["greet"], topic: null },
			},
		]);
		expect(others).toEqual([]);
		expect(conversation).toMatchObject({
			sessionId: "t-1",
			userId: "ann",
			agentId: "support",
			metadata: { langgraph: { tier: "gold" } },
			state: { plan: ["greet"], topic: null },
			createdAt: "2026-05-12T15:37:08.935Z",
			updatedAt: "2026-05-12T13:38:00.000Z",
			events: [
				{
					kind: "message",
					source: "user",
					data: { role: "user", content: "Hello" },
					at: "2026-05-12T13:38:00.000Z",
					metadata: { langgraph: { id: "m1" } },
				},
			],
		});
	});

	it("SE11: each way of writing a message gives the same events", () => {
		const call = { id: "c1", name: "weather", args: { city: "Kiel" }, type: "tool_call" };
		const expected = [
			["message", { role: "system", content: "Be brief." }],
			["message", { role: "user", content: "Weather?" }],
			["tool_call", { toolCallId: "c1", name: "weather", input: { city: "Kiel" }, step: 0 }],
			["tool_result", { toolCallId: "c1", name: "weather", output: "rain" }],
			["message", { role: "assistant", content: "Rain." }],
		];
		const flat = [
			{ type: "system", content: "Be brief." },
			human("Weather?"),
			{ type: "ai", content: "", tool_calls: [call] },
			{ type: "tool", content: "rain", tool_call_id: "c1", status: "success" },
			{ type: "AIMessageChunk", content: "Rain." },
		];
		expect(brief(eventsOf(flat))).toEqual(expected);
		const names = ["SystemMessage", "HumanMessage", "AIMessage", "ToolMessage", "AIMessageChunk"];
		expect(brief(eventsOf(flat.map(({ type: _, ...kwargs }, i) => lc(names[i] as string, kwargs))))).toEqual(
			expected,
		);
		expect(brief(eventsOf(flat.map(({ type, ...data }) => ({ type, data }))))).toEqual(expected);
		const roles = ["system", "user", "assistant", "tool", "assistant"];
		const spoken = flat.map(({ type: _, ...message }, i) => ({ role: roles[i], ...message }));
		expect(brief(eventsOf(spoken))).toEqual(expected);
		const typed = spoken.map((message) => ({ ...message, type: "message" }));
		expect(brief(eventsOf(typed))).toEqual(expected);
		expect(brief(fromLangGraph(flat)[0]?.events)).toEqual(expected);
		expect(brief(fromLangGraph({ messages: flat })[0]?.events)).toEqual(expected);
	});

	it("SE11: states, snapshots and checkpoints name their thread in their own places", () => {
		const values = { messages: [human("a")] };
		const places = [
			{ thread_id: "t", values },
			{ values, metadata: { thread_id: "t" } },
			{ values, checkpoint: { thread_id: "t", checkpoint_id: "1", checkpoint_ns: "" } },
			{ values, config: { configurable: { thread_id: "t" } }, createdAt: "2026-01-01T00:00:00Z" },
			{ checkpoint: { ts: "2026-01-01T00:00:00Z", channel_values: values }, metadata: { thread_id: "t" } },
			{ threads: [{ thread_id: "t", values }] },
			{ thread_id: "t", messages: values.messages },
		];
		for (const place of places) {
			const [conversation] = fromLangGraph(place);
			expect(conversation?.sessionId).toBe("t");
			expect(conversation?.events).toHaveLength(1);
		}
	});

	it("SE11: of a history the latest state counts, and it says when each message came", () => {
		const state = (minute: number, messages: unknown[], ns = "") => ({
			values: { messages },
			created_at: `2026-01-01T10:0${minute}:00Z`,
			metadata: {},
			checkpoint: { thread_id: "t", checkpoint_id: `${minute}`, checkpoint_ns: ns },
		});
		const [a, b] = [human("a", { id: "1" }), { type: "ai", content: "b", id: "2" }];
		const history = [state(4, [human("inner")], "sub:1"), state(2, [a, b]), state(1, [a]), state(0, [])];
		const conversations = fromLangGraph(history);
		expect(conversations).toHaveLength(1);
		expect(conversations[0]).toMatchObject({
			createdAt: "2026-01-01T10:00:00.000Z",
			updatedAt: "2026-01-01T10:02:00.000Z",
			events: [{ at: "2026-01-01T10:01:00.000Z" }, { at: "2026-01-01T10:02:00.000Z" }],
		});
	});

	it("SE11: what a provider says of calls in the content is not told twice; broken calls and errors stay", () => {
		const events = eventsOf([
			{
				type: "ai",
				content: ["Let me ", { type: "tool_use", id: "c1", name: "look", input: {} }],
				tool_calls: [{ id: "c1", name: "look", args: {} }],
				invalid_tool_calls: [{ id: "c2", name: "look", args: "{broken", error: "no JSON" }],
				additional_kwargs: { tool_calls: [{ id: "c1" }], refusal: "x" },
			},
			{ type: "tool", content: "no", tool_call_id: "c1", status: "error" },
			{ type: "function", name: "look", content: "?" },
		]);
		expect(brief(events)).toEqual([
			["message", { role: "assistant", content: [{ type: "text", text: "Let me " }] }],
			["tool_call", { toolCallId: "c1", name: "look", input: {}, step: 0 }],
			["tool_call", { toolCallId: "c2", name: "look", input: "{broken", step: 0 }],
			["tool_result", { toolCallId: "c1", name: "look", output: "no", isError: true }],
			["tool_result", { toolCallId: "c2", name: "look", output: "?" }],
		]);
		expect(events[0]?.metadata).toEqual({ langgraph: { additional_kwargs: { refusal: "x" } } });
	});

	it("SE11: what is no message of ours is kept as it is", () => {
		const odd = { type: "remove", id: "m1", content: "" };
		const orphan = { type: "tool", content: "late", tool_call_id: "gone" };
		expect(brief(eventsOf([odd, orphan]))).toEqual([
			["custom", { type: "langgraph.remove", message: odd }],
			[
				"custom",
				{ type: "langgraph.tool_result", message: { toolCallId: "gone", name: "tool", output: "late" } },
			],
		]);
	});

	it("SE11: what is broken is refused by its place", () => {
		const thread = (messages: unknown) => ({ thread_id: "t", values: { messages } });
		const cases: [unknown, string][] = [
			[[thread([human("a"), human(7)])], "threads[0].values.messages[1].content: "],
			[[thread("no list")], "threads[0].values.messages: "],
			[thread([{ content: "a" }]), "thread.values.messages[0]: must be a message"],
			[[{ thread_id: "t" }], "threads[0].values: is missing"],
			[[{ thread_id: "", values: {} }], "threads[0].thread_id: "],
			[{ thread_id: "t", values: {}, created_at: "soon" }, "thread.created_at: must be a time"],
			[thread([{ type: "ai", content: "", tool_calls: [{ id: "1" }] }]), "messages[0].tool_calls[0].name: "],
			[[lc("HumanMessage", {}), human("a")], "messages[0].kwargs.content: "],
			[7, "thread: "],
		];
		for (const [value, message] of cases) {
			expect(refusal(value)).toMatchObject({ code: "invalid", message: expect.stringContaining(message) });
		}
	});

	const id = fc.constantFrom("c1", "c2", "c3");
	const anyMessage = fc.oneof(
		fc.record({ type: fc.constantFrom("human", "system", "developer", "remove"), content: fc.string() }),
		fc.record({
			type: fc.constant("ai"),
			content: fc.string(),
			tool_calls: fc.array(fc.record({ id, name: fc.constant("t"), args: fc.constant({}) }), {
				maxLength: 3,
			}),
		}),
		fc.record({ type: fc.constant("tool"), content: fc.string(), tool_call_id: id }),
		fc.record({ role: fc.constantFrom("user", "assistant", "tool", "narrator"), content: fc.string() }),
	);

	it("SE11: whatever the messages, nothing said is lost or moved, and each result answers a call before it", () => {
		fc.assert(
			fc.property(fc.array(anyMessage), (messages) => {
				const events = eventsOf(messages);
				const texts = messages.flatMap((one) =>
					"content" in one && one.content !== "" ? [one.content] : [],
				);
				const told = events.flatMap(({ kind, data }) => {
					if (kind === "message") return [data.content];
					if (kind === "tool_result") return [data.output];
					if (kind !== "custom") return [];
					const kept = data.message as { content?: string; output?: string };
					return [kept.content ?? kept.output];
				});
				expect(told.filter((text) => text !== "")).toEqual(texts);
				const open = new Set<string>();
				for (const event of events) {
					if (event.kind === "tool_call") open.add(event.data.toolCallId);
					if (event.kind === "tool_result") expect(open.delete(event.data.toolCallId)).toBe(true);
				}
			}),
		);
	});
});
