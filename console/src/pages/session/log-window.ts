/*
 * Of a very long log the list knows a window: whatever the length, a new event costs the same. The window slides when the
 * reader comes near its edge; far jumps set it anew.
 */

export interface LogWindow {
	readonly start: number;
	/** Undefined: up to the head, and with it. */
	readonly end: number | undefined;
}

interface Bounds {
	readonly base: number;
	readonly head: number;
}

export const SPAN = 4_000;
/** An open window may grow by so much before it is cut. */
const SLACK = 2_000;
/** So near to an edge it slides. */
const EDGE = 300;

/** The window around an offset. */
export function windowAround(offset: number, { base, head }: Bounds): LogWindow {
	const start = Math.max(base, Math.min(offset - SPAN / 2, head - SPAN));
	return { start, end: start + SPAN >= head ? undefined : start + SPAN };
}

/** The window for a reader who sees `first` to `last`; the same object where it need not move. */
export function slideWindow(
	window: LogWindow,
	{ first, last }: { first: number; last: number },
	bounds: Bounds,
): LogWindow {
	const { start, end } = window;
	const nearStart = first - start < EDGE && start > bounds.base;
	const nearEnd = end !== undefined && end - last < EDGE;
	const tooLong = end === undefined && bounds.head - start > SPAN + SLACK;
	if (!nearStart && !nearEnd && !tooLong) return window;
	const next = windowAround(Math.round((first + last) / 2), bounds);
	return next.start === start && next.end === end ? window : next;
}
