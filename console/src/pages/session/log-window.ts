/*
 * The list holds a window of a very long log, so that a new event costs the same at any length. The window slides when
 * the reader comes near its edge. A far jump opens a new window.
 */

export interface LogWindow {
	readonly start: number;
	/** undefined: the window ends at the head and grows with it. */
	readonly end: number | undefined;
}

interface Bounds {
	readonly base: number;
	readonly head: number;
}

export const SPAN = 4_000;
/** How far an open window may grow before it is cut. */
const SLACK = 2_000;
/** The distance to an edge at which the window slides. */
const EDGE = 300;

/** The window around an offset. */
export function windowAround(offset: number, { base, head }: Bounds): LogWindow {
	const start = Math.max(base, Math.min(offset - SPAN / 2, head - SPAN));
	return { start, end: start + SPAN >= head ? undefined : start + SPAN };
}

/** The window for a reader who sees `first` to `last`; the same object if it does not move. */
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
