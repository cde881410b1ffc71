import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { Span } from "../../trace/index.ts";
import { widthOf } from "../screen/fit-text.ts";
import { createScreen } from "../screen/screen.ts";
import { printTrace } from "./trace.ts";

const span = (id: string, name: string, from: number, ms: number, parentId?: string): Span => ({
	id,
	runId: "r",
	kind: "step",
	name,
	durationMs: ms,
	status: "ok",
	attributes: {},
	startedAt: new Date(from).toISOString(),
	endedAt: new Date(from + ms).toISOString(),
	...(parentId !== undefined && { parentId }),
});

function printed(spans: readonly Span[], columns: number): string[] {
	const out = Object.assign(new PassThrough(), { isTTY: true, columns });
	printTrace(createScreen(out, { NO_COLOR: "1" }), spans);
	return String(out.read()).trimEnd().split("\n");
}

test("IF4: a trace is a tree whose bars show when each piece began and how long it took", () => {
	const spans = [
		span("a", "run", 0, 100),
		span("b", "recall", 0, 50, "a"),
		span("c", "step", 50, 50, "a"),
		span("d", "tool", 75, 25, "c"),
	];
	expect(printed(spans, 40)).toEqual([
		"run         100 ms  ████████████████████",
		"  recall     50 ms  ██████████",
		"  step       50 ms            ██████████",
		"    tool     25 ms                 █████",
	]);
});

test("IF4: what lost its parent stands at the top, errors say why, and every line fits", () => {
	const long = `step ${"日本語".repeat(40)}`;
	const failed = {
		...span("b", long, 10, 0, "gone"),
		status: "error" as const,
		error: `no\n${"x".repeat(300)}`,
	};
	for (const columns of [20, 60, 120]) {
		const lines = printed([span("a", "run", 0, 0), failed], columns);
		expect(lines).toHaveLength(3);
		expect(lines[2]).toContain("✗ no x");
		for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
	}
});
