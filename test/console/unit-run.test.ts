import { describe, expect, test } from "vitest";
import { layOutSpans, ticksOf } from "../../console/src/pages/runs/lay-out-spans.ts";
import { addStreamed, loggedPieces, type Piece } from "../../console/src/pages/runs/transcript.ts";
import type { Event, RunEvent, Span } from "../../src/index.ts";

const at = (ms: number): string => new Date(1_000_000 + ms).toISOString();
const span = (id: string, from: number, durationMs: number, parentId?: string): Span => ({
	id,
	runId: "r",
	kind: "step",
	name: id,
	status: "ok",
	attributes: {},
	durationMs,
	startedAt: at(from),
	endedAt: at(from + durationMs),
	...(parentId !== undefined && { parentId }),
});

describe("IF5: the waterfall of a run", () => {
	test("has parents before their children, to one scale", () => {
		const { rows, totalMs } = layOutSpans([
			span("run", 0, 100),
			span("b", 60, 40, "run"),
			span("a", 10, 50, "run"),
			span("a1", 20, 10, "a"),
			span("lost", 75, 25, "nobody"),
		]);
		expect(totalMs).toBe(100);
		expect(rows.map(({ span: { id }, depth, from, width }) => [id, depth, from, width])).toEqual([
			["run", 0, 0, 1],
			["b", 1, 0.6, 0.4],
			["a", 1, 0.1, 0.5],
			["a1", 2, 0.2, 0.1],
			["lost", 0, 0.75, 0.25],
		]);
	});

	test("of a run without spans, or without length, is no division by nothing", () => {
		expect(layOutSpans([])).toEqual({ rows: [], totalMs: 0 });
		expect(layOutSpans([span("run", 0, 0)]).rows[0]).toMatchObject({ from: 0, width: 0 });
	});

	test("has no child that sticks out of its parent because beginnings are told in whole milliseconds", () => {
		const { rows, totalMs } = layOutSpans([span("run", 0, 9.2), span("step", 9, 0.5, "run")]);
		expect(totalMs).toBe(9.2);
		expect(rows[1]?.startMs).toBeCloseTo(8.7);
		// One that did go on for longer is shown so.
		expect(layOutSpans([span("run", 0, 5), span("late", 5, 2, "run")]).totalMs).toBe(7);
	});

	test("has a few round times on its axis", () => {
		expect(ticksOf(100)).toEqual([0, 20, 40, 60, 80, 100]);
		expect(ticksOf(0.9)).toHaveLength(5);
		expect(ticksOf(7_300)).toEqual([0, 2_000, 4_000, 6_000]);
		expect(ticksOf(0)).toEqual([0]);
	});
});

describe("IF5: the conversation of a run", () => {
	const streamed: RunEvent[] = [
		{ seq: 0, type: "text-delta", delta: "Let me " },
		{ seq: 1, type: "text-delta", delta: "look." },
		{ seq: 2, type: "tool-call", toolCallId: "c1", name: "look", input: { a: 1 } },
		{ seq: 3, type: "tool-call", toolCallId: "c2", name: "see", input: {} },
		{ seq: 4, type: "tool-result", toolCallId: "c2", name: "see", output: "nothing", isError: true },
		{ seq: 5, type: "tool-result", toolCallId: "c1", name: "look", output: 2 },
		{ seq: 6, type: "text-delta", delta: "Here." },
	];

	test("is made of the stream: words joined, results with their calls", () => {
		const pieces = streamed.reduce<readonly Piece[]>(addStreamed, []);
		expect(pieces).toMatchObject([
			{ kind: "said", by: "agent", text: "Let me look." },
			{ kind: "tool", name: "look", input: { a: 1 }, output: 2, hasResult: true },
			{ kind: "tool", name: "see", output: "nothing", isError: true },
			{ kind: "said", text: "Here.", open: true },
		]);
		expect(pieces[0]).not.toHaveProperty("open");
		const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
		const end: RunEvent = { seq: 7, type: "finish", status: "completed", output: "Here.", usage };
		expect(addStreamed(pieces, end).at(-1)).not.toHaveProperty("open");
	});

	test("is the same from the log, with the places in it", () => {
		const event = (offset: number, kind: string, source: string, data: object): Event =>
			({ id: `e${offset}`, offset, kind, source, at: at(offset), runId: "r", data }) as Event;
		const pieces = loggedPieces([
			event(3, "message", "user", { role: "user", content: [{ type: "text", text: "Hi" }] }),
			event(4, "status", "system", { status: "running" }),
			event(5, "tool_call", "agent", { toolCallId: "c1", name: "look", input: {} }),
			event(6, "tool_result", "tool", { toolCallId: "c1", name: "look", output: "x" }),
			event(7, "tool_result", "tool", { toolCallId: "c9", name: "gone", output: "y" }),
			{ ...event(8, "message", "agent", {}), erased: true } as Event,
			event(9, "message", "human", { role: "assistant", content: "Me", displayName: "Eve" }),
		]);
		expect(pieces).toMatchObject([
			{ kind: "said", by: "user", text: "Hi", offset: 3 },
			{ kind: "tool", name: "look", output: "x", offset: 5 },
			{ kind: "tool", name: "gone", output: "y", offset: 7 },
			{ kind: "erased", offset: 8 },
			{ kind: "said", by: "human", name: "Eve", text: "Me" },
		]);
	});
});
