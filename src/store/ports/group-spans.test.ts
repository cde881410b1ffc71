import { expect, it } from "vitest";
import { groupSpans, otherRuns, type SpanRecord } from "./index.ts";

const span = (id: string, runId: string): SpanRecord => ({
	id,
	runId,
	parentId: undefined,
	kind: "step",
	name: id,
	startedAt: 1,
	endedAt: 2,
	error: undefined,
	attributes: {},
});
const spans = [span("1", "a"), span("2", "a"), span("3", "b"), span("4", "gone"), span("5", "a")];

it("AG9: spans keep their order, run by run; those of a deleted run are dropped", () => {
	expect(otherRuns("a", spans)).toEqual(["b", "gone"]);
	const roots = new Map([
		["a", "root"],
		["b", "root"],
		["gone", undefined],
	]);
	const groups = groupSpans("root", roots, spans);
	expect(groups.map(({ runId, spans: own }) => [runId, own.map(({ id }) => id)])).toEqual([
		["a", ["1", "2"]],
		["b", ["3"]],
		["a", ["5"]],
	]);
});

it("AG9: a span of a run in another tree is refused", () => {
	const roots = new Map([
		["a", "root"],
		["b", "other"],
	]);
	expect(() => groupSpans("root", roots, spans)).toThrow(/run b of a span is not in the tree/);
});
