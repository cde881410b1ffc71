import { describe, expect, it } from "vitest";
import { countsAsMessage, EVENT_KINDS, type Event, MESSAGE_KINDS, toMessage, transcript } from "./index.ts";

const base = { id: "e", offset: 4, at: "2026-01-01T00:00:00.000Z" };
const line = { offset: 4, at: base.at };

describe("transcript", () => {
	it("ME3: a message keeps role, content, name, time and metadata", () => {
		const data = {
			role: "user" as const,
			content: [{ type: "text" as const, text: "hi" }],
			displayName: "Ann",
			more: 1,
		};
		const event: Event = { ...base, kind: "message", source: "user", data, metadata: { m: 1 } };
		expect(toMessage(event)).toEqual({
			...line,
			role: "user",
			content: [{ type: "text", text: "hi" }],
			displayName: "Ann",
			metadata: { m: 1 },
		});
	});

	it("ME3: replies are the assistant's, calls and results keep the id that joins them", () => {
		const call = { toolCallId: "c1", name: "t", input: { a: 1 }, step: 0 };
		const events: Event[] = [
			{ ...base, kind: "reply", source: "agent", data: { content: "soon" } },
			{ ...base, kind: "tool_call", source: "agent", data: call },
			{
				...base,
				kind: "tool_result",
				source: "tool",
				data: { toolCallId: "c1", name: "t", output: { b: [2] } },
			},
			{ ...base, kind: "tool_result", source: "tool", data: { toolCallId: "c1", name: "t", output: "text" } },
		];
		expect(transcript(events)).toEqual([
			{ ...line, role: "assistant", content: "soon" },
			{ ...line, role: "assistant", content: "", toolCalls: [{ id: "c1", name: "t", input: { a: 1 } }] },
			{ ...line, role: "tool", content: '{"b":[2]}', toolCallId: "c1" },
			{ ...line, role: "tool", content: "text", toolCallId: "c1" },
		]);
	});

	it("ME3: other kinds and erased events are no lines of the conversation", () => {
		const others: Event[] = [
			{ ...base, kind: "status", source: "agent", data: { status: "typing" } },
			{ ...base, kind: "state", source: "integration", data: {} },
			{ ...base, kind: "mode", source: "system", data: { from: "auto", to: "manual" } },
			{ ...base, kind: "session", source: "system", data: { change: "ended" } },
			{ ...base, kind: "step_output", source: "agent", data: { nodeId: "n", value: 1 } },
			{ ...base, kind: "summary", source: "agent", data: { content: "s", upTo: 3 } },
			{ ...base, kind: "custom", source: "user", data: { type: "x" } },
			{ ...base, kind: "message", source: "user", data: { role: "user", content: "x" }, erased: true },
		];
		expect(transcript(others)).toEqual([]);
	});

	it("SE8: counts what somebody said, without the machinery of tools", () => {
		expect(EVENT_KINDS.filter(countsAsMessage)).toEqual(["message", "reply"]);
		expect(MESSAGE_KINDS).toEqual(["message", "tool_call", "tool_result", "reply"]);
	});
});
