import type { Span as Timed } from "../../trace/index.ts";
import { fitText, padText, widthOf } from "../screen/fit-text.ts";
import { oneLine } from "../screen/neutralise.ts";
import { cyan, dim, red, type Screen, yellow } from "../screen/screen.ts";
import { took } from "./took.ts";

/** The width without a terminal. */
const DEFAULT_WIDTH = 100;
const TIME = 10;
const LEAST_BAR = 8;
/** Maximum indentation; deeper levels are not indented further. */
const MAX_INDENT = 20;

interface Row {
	readonly span: Timed;
	readonly label: string;
}

/** Prints the spans of a run as a tree. Bars show when each span started and how long it took, or has taken so far. */
export function printTrace(screen: Screen, spans: readonly Timed[]): void {
	const rows = toRows(spans);
	const begin = Math.min(...spans.map(({ startedAt }) => Date.parse(startedAt)));
	const end = Math.max(...spans.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs));
	const width = Number.isFinite(screen.width) ? screen.width : DEFAULT_WIDTH;
	const longest = Math.max(...rows.map(({ label }) => widthOf(label)));
	const labels = Math.max(6, Math.min(longest, Math.floor(width * 0.45), width - TIME - LEAST_BAR - 2));
	const bars = Math.max(1, width - labels - TIME - 2);
	for (const { span, label } of rows) {
		const isError = span.status === "error";
		const isRunning = span.status === "running";
		const bar = barOf(Date.parse(span.startedAt) - begin, span.durationMs, end - begin, bars);
		screen.line(
			padText(fitText(label, labels), labels),
			dim(padText(took(span.durationMs) + (isRunning ? "…" : ""), TIME, "right")),
			"  ",
			isError ? red(bar) : isRunning ? yellow(bar) : cyan(bar),
		);
		if (isError && span.error !== undefined)
			screen.line(red(fitText(`  ✗ ${oneLine(span.error)}`, screen.width)));
	}
}

function barOf(from: number, length: number, total: number, width: number): string {
	const scale = total <= 0 ? 0 : width / total;
	const start = Math.min(width - 1, Math.floor(from * scale));
	const size = Math.max(1, Math.min(width - start, Math.round(length * scale)));
	return " ".repeat(start) + "█".repeat(size);
}

/** Parents before their children, which are in the order of their start. */
function toRows(spans: readonly Timed[]): Row[] {
	const known = new Set(spans.map(({ id }) => id));
	const children = Map.groupBy(spans, ({ parentId }) =>
		parentId !== undefined && known.has(parentId) ? parentId : undefined,
	);
	const rows: Row[] = [];
	// A stack instead of recursion: agents that call agents can nest deeply.
	const open = (children.get(undefined) ?? []).toReversed().map((span) => ({ span, depth: 0 }));
	for (let next = open.pop(); next; next = open.pop()) {
		const { span, depth } = next;
		rows.push({ span, label: "  ".repeat(Math.min(depth, MAX_INDENT)) + oneLine(span.name) });
		for (const child of (children.get(span.id) ?? []).toReversed())
			open.push({ span: child, depth: depth + 1 });
	}
	return rows;
}
