import type { Span } from "holdfast";

export interface SpanRow {
	span: Span;
	/** The depth in the tree. */
	depth: number;
	/** The start and width of its bar, as fractions of the total. */
	from: number;
	width: number;
	/** Milliseconds after the start of the first span. */
	startMs: number;
}

export interface SpanLayout {
	rows: SpanRow[];
	totalMs: number;
}

/** Parents before their children, siblings in the order of the trace (by start). All times share one scale. */
export function layOutSpans(spans: readonly Span[]): SpanLayout {
	const begin = Math.min(...spans.map(({ startedAt }) => Date.parse(startedAt)));
	const known = new Set(spans.map(({ id }) => id));
	const children = new Map<string | undefined, Span[]>();
	for (const span of spans) {
		// A span whose parent is missing becomes a root.
		const parent = span.parentId !== undefined && known.has(span.parentId) ? span.parentId : undefined;
		const siblings = children.get(parent);
		if (siblings) siblings.push(span);
		else children.set(parent, [span]);
	}
	const placed: { span: Span; depth: number; startMs: number }[] = [];
	// A stack instead of recursion: nested agents can go deep.
	const open: { span: Span; depth: number; endMs?: number }[] = (children.get(undefined) ?? [])
		.toReversed()
		.map((span) => ({ span, depth: 0 }));
	for (let next = open.pop(); next; next = open.pop()) {
		const { span, depth, endMs } = next;
		const startMs = within(Date.parse(span.startedAt) - begin, span.durationMs, endMs);
		placed.push({ span, depth, startMs });
		for (const child of (children.get(span.id) ?? []).toReversed())
			open.push({ span: child, depth: depth + 1, endMs: startMs + span.durationMs });
	}
	const end = Math.max(...placed.map(({ startMs, span }) => startMs + span.durationMs));
	const totalMs = spans.length === 0 ? 0 : Math.max(end, 0.001);
	const rows = placed.map(({ span, depth, startMs }): SpanRow => {
		const from = Math.min(1, startMs / totalMs);
		return { span, depth, startMs, from, width: Math.min(1 - from, span.durationMs / totalMs) };
	});
	return { rows, totalMs };
}

/** Start times are whole milliseconds, durations are exact: keeps a child from ending up to 1 ms after its parent. */
function within(startMs: number, durationMs: number, endMs: number | undefined): number {
	const over = endMs === undefined ? 0 : startMs + durationMs - endMs;
	return over > 0 && over < 1 ? Math.max(0, startMs - over) : startMs;
}

const MOST_TICKS = 6;

/** Round times for the axis, starting at 0. */
export function ticksOf(totalMs: number): number[] {
	if (!(totalMs > 0)) return [0];
	const rough = totalMs / MOST_TICKS;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? 10 * power;
	const count = Math.floor(totalMs / step + 1e-9);
	return Array.from({ length: count + 1 }, (_, index) => index * step);
}
